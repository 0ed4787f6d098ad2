import { kindNames, kinds } from './kinds.ts';

/**
 * The names, without `.yml`, of the content files that a scope's folder may hold, that of the metadata first. A folder
 * without any of them is still a scope.
 */
export const contentKinds: readonly string[] = [
  'metadata',
  ...kindNames.map((name) => kinds[name].file),
  'waivers',
];

/** The file name of a kind; only `.yml` is read. */
export function contentFile(kind: string): string {
  return `${kind}.yml`;
}

/** The first line of a content file by which editors find its schema, which lies at a path beside the rules folder. */
export function schemaLine(path: string): string {
  return `# yaml-language-server: $schema=${path}\n\n`;
}

import type { ImportResult } from '../../../../import/run-import.ts';

/** The report of an import as one JSON document; files that are not text are data URLs. */
export function importJson({ scope, sources, counts, unaccounted, files, written }: ImportResult): string {
  const texts = Object.fromEntries([...files].map(([path, content]) => [path, asText(content)]));
  return `${JSON.stringify({ scope, sources, counts, unaccounted, files: texts, written }, null, 2)}\n`;
}

function asText(content: string | Buffer): string {
  if (typeof content === 'string') return content;
  const text = content.toString('utf8');
  return Buffer.from(text).equals(content)
    ? text
    : `data:application/octet-stream;base64,${content.toString('base64')}`;
}

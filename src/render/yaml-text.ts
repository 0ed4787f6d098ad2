import { Document } from 'yaml';

/** Any plain data as one YAML document, long lines kept whole. */
export function yamlText(data: unknown): string {
  return new Document(data, { aliasDuplicateObjects: false }).toString({ lineWidth: 0 });
}

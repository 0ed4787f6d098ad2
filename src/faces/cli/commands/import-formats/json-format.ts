import type { ImportResult } from '../../../../import/run-import.ts';

/** The report of an import as one JSON document; files that are not text are data URLs. */
export function importJson(result: ImportResult): string {
  const { scope, plan, totals, sources, counts, unaccounted, files, written } = result;
  const texts = Object.fromEntries([...files].map(([path, content]) => [path, asText(content)]));
  const planned = plan === null ? {} : { totals, plan };
  const data = { scope, sources, counts, unaccounted, ...planned, files: texts, written };
  return `${JSON.stringify(data, null, 2)}\n`;
}

function asText(content: string | Buffer): string {
  if (typeof content === 'string') return content;
  const text = content.toString('utf8');
  return Buffer.from(text).equals(content)
    ? text
    : `data:application/octet-stream;base64,${content.toString('base64')}`;
}

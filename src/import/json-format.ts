import { toPlanView, totalsOf } from './edit/plan-view.ts';
import type { ImportResult } from './run-import.ts';
import type { FileContent } from './write/scope-files.ts';

/** The report of an import as one JSON document; files that are not text are data URLs. */
export function importJson(result: ImportResult): string {
  const { scope, plan, sources, counts, unaccounted, files, written } = result;
  const texts = Object.fromEntries([...files].map(([path, content]) => [path, asText(content)]));
  const planned = plan === null ? {} : { totals: totalsOf(plan), plan: toPlanView(plan) };
  const data = { scope, sources, counts, unaccounted, ...planned, files: texts, written };
  return `${JSON.stringify(data, null, 2)}\n`;
}

function asText(content: FileContent): string {
  if (typeof content === 'string') return content;
  const text = content.toString('utf8');
  return Buffer.from(text).equals(content)
    ? text
    : `data:application/octet-stream;base64,${content.toString('base64')}`;
}

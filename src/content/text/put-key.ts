import { isMap, type Node, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { parsePlainYaml } from '../plain-yaml.ts';

/**
 * The text of a YAML mapping with one key of its top level written otherwise, or taken out with undefined; everything else in it stays as it
 * is, comments too. `written` is the pair as YAML text, a line or several. Throws an Error, with line and column where they are known, for a
 * text that cannot be edited so.
 */
export function putKey(text: string, key: string, value: unknown, written: string): string {
  const before = parsePlainYaml(text) ?? {};
  if (typeof before !== 'object' || Array.isArray(before)) throw new Error('it is not a mapping');
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = written.trimEnd().replaceAll('\n', eol);
  const document = parseDocument(text, { logLevel: 'error' });
  const { contents } = document;
  const pair = isMap(contents) ? (contents as YAMLMap).items.find((item) => keyOf(item) === key) : undefined;
  const edited =
    pair === undefined
      ? value === undefined
        ? text
        : `${text}${text === '' || text.endsWith('\n') ? '' : eol}${lines}${eol}`
      : edit(text, pair, value === undefined ? null : lines);
  const wanted: Record<string, unknown> = { ...before, [key]: value };
  if (value === undefined) delete wanted[key];
  if (!isSame(edited, wanted))
    throw new Error(`"${key}" cannot be edited in the form in which the file is written`);
  return edited;
}

/** Puts lines in the place of a pair; takes its lines out with null. */
function edit(text: string, { key, value }: Pair, lines: string | null): string {
  const start = (key as Node).range?.[0] ?? 0;
  const end = (value as Node | null)?.range?.[1] ?? (key as Node).range?.[1] ?? start;
  if (lines !== null) {
    const isEnded = text.slice(start, end).endsWith('\n');
    return (
      text.slice(0, start) +
      lines +
      (isEnded ? (/\r?\n$/.exec(text.slice(start, end))?.[0] ?? '') : '') +
      text.slice(end)
    );
  }
  // With the comment behind it on its line.
  const rest = text.slice(end);
  const isLine = end > 0 && text[end - 1] === '\n';
  return text.slice(0, start) + (isLine ? rest : rest.replace(/^[^\n]*\n?/, ''));
}

function keyOf({ key }: Pair): unknown {
  return (key as { value?: unknown } | null)?.value;
}

function isSame(text: string, wanted: object): boolean {
  try {
    return inOneOrder(parsePlainYaml(text) ?? {}) === inOneOrder(wanted);
  } catch {
    return false;
  }
}

function inOneOrder(data: unknown): string {
  return JSON.stringify(Object.entries(data as object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

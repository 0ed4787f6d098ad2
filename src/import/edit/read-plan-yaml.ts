import { isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import { parsePlainYaml } from '../../content/plain-yaml.ts';
import { isCategoryPath } from '../../model/names/category-path.ts';
import { didYouMean } from '../../model/text/nearest.ts';
import { ImportError } from '../import-error.ts';
import type { Plan, PlannedCategory, PlannedRule } from '../plan.ts';
import type { FoundDetails } from '../report.ts';

type Fields = Readonly<Record<string, unknown>>;
/** The keys and indexes that lead from the root of the text to a value. */
type Path = readonly (string | number)[];

/** A value of the edited text, with where it is and how messages name it. */
interface Written {
  readonly value: unknown;
  readonly path: Path;
  readonly what: string;
}

/** A mistake at a place, before its line is known. */
class Mistake extends Error {
  readonly path: Path;

  constructor(path: Path, message: string) {
    super(message);
    this.path = path;
  }
}

/** What is left of a plan in an edited text. Faults: ImportError, which names the line, and what to write there. */
export function readPlanYaml(text: string, before: Plan): Plan {
  try {
    const root = parsePlainYaml(text) ?? null;
    return root === null ? { description: null, categories: new Map() } : readRoot(root, before);
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split('\n') : ['it is not YAML'];
    const place = error instanceof Mistake ? `line ${lineOf(text, error.path)}: ` : '';
    throw new ImportError(`the edited plan cannot be read: ${place}${reason}`);
  }
}

/** The line, from 1, of the last part of a path that the text has. */
function lineOf(text: string, path: Path): number {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, logLevel: 'error' });
  let line = 1;
  for (let length = 1; length <= path.length; length++) {
    const within = document.getIn(path.slice(0, length - 1), true);
    const last = path[length - 1];
    const items = isMap(within) ? within.items.map(({ key }) => key) : [];
    const found =
      items.find((key) => isScalar(key) && String(key.value) === String(last)) ??
      document.getIn(path.slice(0, length), true);
    if (isNode(found) && found.range) line = lineCounter.linePos(found.range[0]).line;
  }
  return line;
}

function readRoot(value: unknown, before: Plan): Plan {
  const root: Written = { value, path: [], what: 'the plan' };
  const fields = mapping(root, ['description', 'categories']);
  const categories = new Map<string, PlannedCategory>();
  const all = at(root, fields, 'categories');
  for (const name of Object.keys(isAbsent(all.value) ? {} : mapping(all))) {
    const one = { ...at(all, all.value as Fields, name), what: `\`${name}\`` };
    if (!isCategoryPath(name))
      throw new Mistake(one.path, `"${name}" is not the name of a category, like delivery.release`);
    if (one.value !== null) categories.set(name, readCategory(name, one, before));
  }
  return { description: optionalText(at(root, fields, 'description')), categories };
}

function readCategory(name: string, category: Written, before: Plan): PlannedCategory {
  const fields = mapping(category, ['when', 'paths', 'rules', 'katas']);
  const was = before.categories.get(name);
  const katas = list(at(category, fields, 'katas')).map((written) => {
    const [kata, own] = readKata(written);
    const found = was?.katas.get(kata) ?? findKata(before, kata);
    if (found === undefined) throw new Mistake(written.path, noKata(name, kata, before));
    return [kata, { ...found, when: own, isProposed: false }] as const;
  });
  return {
    when: optionalText(at(category, fields, 'when')),
    isProposed: false,
    paths: new Set(list(at(category, fields, 'paths')).map(textOf)),
    proposedPaths: new Set(),
    rules: list(at(category, fields, 'rules')).map((rule, index) =>
      readRule({ ...rule, what: `rule ${index + 1} of \`${name}\`` }),
    ),
    katas: new Map(katas),
    exportOf: was?.exportOf,
  };
}

/** A kata as the plan has it: its name alone, or with its `when`. */
function readKata(written: Written): readonly [name: string, when: string | null] {
  if (typeof written.value === 'string') return [written.value, null];
  const [[name, when] = ['', undefined], ...more] = Object.entries(mapping(written));
  if (more.length > 0 || (when !== null && typeof when !== 'string'))
    throw new Mistake(written.path, `${written.what} is not written as \`- name\` or \`- name: when\``);
  return [name, when || null];
}

function readRule(rule: Written): PlannedRule {
  const fields = mapping(rule, ['MUST', 'SHOULD', 'why', 'good', 'bad']);
  const { MUST, SHOULD, ...rest } = fields;
  const text = MUST ?? SHOULD;
  if (typeof text !== 'string' || text.trim() === '' || (MUST !== undefined && SHOULD !== undefined))
    throw new Mistake(rule.path, `${rule.what} is not written as \`- MUST: text\` or \`- SHOULD: text\``);
  for (const key of Object.keys(rest)) {
    const detail = at(rule, fields, key);
    if (key !== 'why' && Array.isArray(detail.value)) list(detail).map(textOf);
    else textOf(detail);
  }
  const must = MUST !== undefined;
  return Object.keys(rest).length === 0 ? { text, must } : { text, must, details: rest as FoundDetails };
}

function findKata({ categories }: Plan, name: string) {
  return [...categories.values()].map(({ katas }) => katas.get(name)).find((kata) => kata !== undefined);
}

function noKata(category: string, kata: string, { categories }: Plan): string {
  const known = [...categories.values()].flatMap(({ katas }) => [...katas.keys()]);
  const near = didYouMean(kata, known);
  const cure = near === null ? '' : `; write \`${near}\``;
  return `\`${category}\` names the kata "${kata}", which the files do not have${cure}`;
}

/** The value of a key, which may not be there. */
function at(above: Written, fields: Fields, key: string): Written {
  const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
  const of = above.path.length === 0 ? '' : ` of ${above.what}`;
  return { value, path: [...above.path, key], what: `\`${key}\`${of}` };
}

const isAbsent = (value: unknown) => value === undefined || value === null;

/** The fields of a mapping, which may have these keys, or any. */
function mapping({ value, path, what }: Written, keys: readonly string[] | null = null): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Mistake(path, `${what} is not a mapping`);
  for (const key of keys === null ? [] : Object.keys(value)) {
    if (keys?.includes(key) !== false) continue;
    const near = didYouMean(key, keys);
    const cure = near === null ? `it takes ${keys.join(', ')}` : `write \`${near}\``;
    throw new Mistake([...path, key], `${what} has the key \`${key}\`; ${cure}`);
  }
  return value as Fields;
}

function list({ value, path, what }: Written): readonly Written[] {
  if (isAbsent(value)) return [];
  if (!Array.isArray(value)) throw new Mistake(path, `${what} is not a list`);
  return value.map((one: unknown, index) => ({
    value: one,
    path: [...path, index],
    what: `item ${index + 1} of ${what}`,
  }));
}

function textOf({ value, path, what }: Written): string {
  if (typeof value === 'string') return value;
  throw new Mistake(path, `${what} is not a text`);
}

function optionalText(written: Written): string | null {
  return isAbsent(written.value) ? null : textOf(written) || null;
}

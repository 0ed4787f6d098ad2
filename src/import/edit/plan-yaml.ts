import { Document, isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import { parsePlainYaml } from '../../content/plain-yaml.ts';
import { isCategoryPath } from '../../model/names/category-path.ts';
import { planHead } from '../gather/own-plan.ts';
import { ImportError } from '../import-error.ts';
import type { Plan, PlannedCategory, PlannedRule } from '../plan.ts';
import type { FoundDetails } from '../report.ts';
import { toPlanView } from './plan-view.ts';

const head = ` ${planHead} Delete what is not worth keeping, change texts, and move rules between MUST and SHOULD.
 Give each category a \`when\`, and \`paths\` where it is about some files: agents find rules by them.
 What is left when the editor ends is written; an empty file writes nothing.`;

const headOfThere = `${head}
 The scope is there: this is what it lacks, and nothing else in it changes.`;

/** A plan as YAML for an editor; each `when` that is only proposed says so. */
export function planYaml(plan: Plan, isThere: boolean): string {
  const { description, categories } = toPlanView(plan);
  const data = {
    ...(description !== null && { description }),
    categories: Object.fromEntries(
      categories.map(({ category, when, paths, rules, katas, kata_whens: whens = {} }) => [
        category,
        {
          ...(when !== null && { when }),
          ...(paths.length > 0 && { paths }),
          ...(rules.length > 0 && {
            rules: rules.map(({ strength, text, details }) => ({ [strength]: text, ...details })),
          }),
          ...(katas.length > 0 && {
            katas: katas.map((kata) => (Object.hasOwn(whens, kata) ? { [kata]: whens[kata] } : kata)),
          }),
        },
      ]),
    ),
  };
  const document = new Document(data, { aliasDuplicateObjects: false });
  document.commentBefore = isThere ? headOfThere : head;
  const all = document.get('categories') as YAMLMap;
  for (const {
    category,
    proposed,
    proposed_paths: globs = [],
    proposed_kata_whens: made = [],
  } of categories) {
    const one = all.get(category);
    const paths = isMap(one) ? one.get('paths', true) : null;
    for (const glob of isSeq(paths) ? paths.items : [])
      if (isScalar(glob) && globs.includes(String(glob.value))) glob.comment = ' proposed';
    const when = isMap(one) ? one.get('when', true) : null;
    if (proposed && isScalar(when)) when.comment = ' proposed';
    const katas = isMap(one) ? one.get('katas', true) : null;
    for (const kata of isSeq(katas) ? katas.items : [])
      for (const { key, value } of isMap(kata) ? kata.items : [])
        if (isScalar(key) && isScalar(value) && made.includes(String(key.value))) value.comment = ' proposed';
  }
  return document.toString({ lineWidth: 0 });
}

type Fields = Readonly<Record<string, unknown>>;

/** What is left of a plan in an edited text. Faults: ImportError, which names the place. */
export function readPlanYaml(text: string, before: Plan): Plan {
  const root = plainOf(text);
  if (root === null) return { description: null, categories: new Map() };
  const { description = null, categories = {} } = mapping(root, 'the plan');
  if (description !== null && typeof description !== 'string') throw wrong('`description` is not a text');
  const kept = new Map<string, PlannedCategory>();
  for (const [name, value] of Object.entries(mapping(categories ?? {}, '`categories`'))) {
    if (!isCategoryPath(name)) throw wrong(`"${name}" is not the name of a category, like delivery.release`);
    if (value !== null) kept.set(name, readCategory(name, mapping(value, `\`${name}\``), before));
  }
  return { description: description || null, categories: kept };
}

function readCategory(name: string, fields: Fields, before: Plan): PlannedCategory {
  for (const key of Object.keys(fields))
    if (!['when', 'paths', 'rules', 'katas'].includes(key))
      throw wrong(`\`${name}\` has the key \`${key}\`; it takes when, paths, rules and katas`);
  const was = before.categories.get(name);
  const { when = null } = fields;
  if (when !== null && typeof when !== 'string') throw wrong(`\`when\` of \`${name}\` is not a text`);
  const katas = list(fields.katas, `\`katas\` of \`${name}\``).map((written) => {
    const [kata, own] = readKata(name, written);
    const found = was?.katas.get(kata) ?? findKata(before, kata);
    if (found === undefined) throw wrong(`\`${name}\` names the kata "${kata}", which the files do not have`);
    return [kata, { ...found, when: own, isProposed: false }] as const;
  });
  return {
    when: when || null,
    isProposed: false,
    paths: new Set(texts(fields.paths, `\`paths\` of \`${name}\``)),
    proposedPaths: new Set(),
    rules: list(fields.rules, `\`rules\` of \`${name}\``).map((rule, at) =>
      readRule(`rule ${at + 1} of \`${name}\``, rule),
    ),
    katas: new Map(katas),
    exportOf: was?.exportOf,
  };
}

/** A kata as the plan has it: its name alone, or with its `when`. */
function readKata(category: string, written: unknown): readonly [name: string, when: string | null] {
  if (typeof written === 'string') return [written, null];
  const [[name, when] = ['', undefined], ...more] = Object.entries(
    mapping(written, `one of \`katas\` of \`${category}\``),
  );
  if (more.length > 0 || (when !== null && typeof when !== 'string'))
    throw wrong(`one of \`katas\` of \`${category}\` is not written as \`- name\` or \`- name: when\``);
  return [name, when || null];
}

function readRule(what: string, written: unknown): PlannedRule {
  const { MUST, SHOULD, ...rest } = mapping(written, what);
  const text = MUST ?? SHOULD;
  if (typeof text !== 'string' || text.trim() === '' || (MUST !== undefined && SHOULD !== undefined))
    throw wrong(`${what} is not written as \`- MUST: text\` or \`- SHOULD: text\``);
  const details: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(rest)) {
    const isText =
      typeof value === 'string' ||
      (key !== 'why' && Array.isArray(value) && value.every((one) => typeof one === 'string'));
    if (!['why', 'good', 'bad'].includes(key) || !isText)
      throw wrong(`${what} has \`${key}\`; beside its text it takes why, good and bad`);
    details[key] = value;
  }
  const must = MUST !== undefined;
  return Object.keys(details).length === 0
    ? { text, must }
    : { text, must, details: details as FoundDetails };
}

function findKata({ categories }: Plan, name: string) {
  return [...categories.values()].map(({ katas }) => katas.get(name)).find((kata) => kata !== undefined);
}

function plainOf(text: string): unknown {
  try {
    return parsePlainYaml(text) ?? null;
  } catch (error) {
    throw wrong(error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'it is not YAML');
  }
}

function mapping(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrong(`${what} is not a mapping`);
  return value as Fields;
}

function list(value: unknown, what: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw wrong(`${what} is not a list`);
  return value;
}

function texts(value: unknown, what: string): string[] {
  return list(value, what).map((one) => {
    if (typeof one !== 'string') throw wrong(`${what} holds something that is not a text`);
    return one;
  });
}

function wrong(what: string): ImportError {
  return new ImportError(`the edited plan cannot be read: ${what}`);
}

import { contentFile } from '../../guidance/content-files.ts';
import { evalsFile } from '../../guidance/evals/read-evals.ts';
import { fileKeys, statesOfRules } from '../../guidance/file-keys.ts';
import { type FlowNodeType, flowNodeTypes } from '../../guidance/katas/flowchart/flowchart.ts';
import { kindNames, kinds } from '../../guidance/kinds.ts';
import { isRuleKind, type Rule, type RuleKind, ruleKinds } from '../../guidance/rules/rule.ts';
import { testsFile } from '../../guidance/tests/read-tests.ts';
import { pairCodes } from '../../model/problems/pair-codes.ts';
import { nodeMentions } from '../node-mentions.ts';
import type { FilePlace } from '../snapshot.ts';
import type { CompletionItem } from './item.ts';
import { keyItem, keyItems } from './known-keys.ts';
import type { LineContext } from './line-context.ts';
import { categoryItems, kataItems, newCategoryItems, scopeItems } from './name-items.ts';

/** What fits at a place of a content file, or of the tests of a scope. */
export async function contentItems(place: FilePlace, context: LineContext): Promise<CompletionItem[]> {
  const { file } = place;
  if (context.isFlowchart) return flowchartItems(place, context);
  if (file === contentFile('metadata')) return metadataItems(place, context);
  if (file === testsFile) return testItems(place, context);
  if (file === evalsFile) return evalItems(place, context);
  if (file === contentFile('waivers')) return waiverItems(place, context);
  const kind = kindNames.find((name) => contentFile(kinds[name].file) === file);
  if (kind === 'stories') return storyItems(context);
  return kind === 'katas' || (kind !== undefined && isRuleKind(kind))
    ? categoryFileItems(place, context, kind)
    : [];
}

async function metadataItems(place: FilePlace, { path, at, beside }: LineContext): Promise<CompletionItem[]> {
  const [key] = path;
  if (key === undefined) return at === 'key' ? keyItems(fileKeys.metadata, beside) : [];
  if (key === 'parent' && at === 'value') return scopeItems(place);
  if (key === 'parents' && at === 'item') return scopeItems(place);
  if (key === 'name' && at === 'value') return [{ label: place.scope, kind: 'scope' }];
  if (key === 'auth' && at === 'key') return keyItems(fileKeys.auth, beside);
  if (key !== 'lint_ignore') return [];
  if (path.at(-1) === 'code' && at === 'value') return pairCodes.map((label) => ({ label, kind: 'value' }));
  return path.length <= 2 && at !== 'value' ? keyItems(fileKeys.ignoredPair, beside) : [];
}

function categoryFileItems(
  place: FilePlace,
  context: LineContext,
  kind: RuleKind | 'katas',
): CompletionItem[] {
  const { path, at, beside } = context;
  const isRules = isRuleKind(kind);
  const entries = isRules ? fileKeys.ruleCategory : fileKeys.kataCategory;
  const last = path.findLast((key) => key !== '-');
  if (last === 'see' && at === 'item') return categoryItems(place);
  if (isRules && path.includes('ruleset')) return recordItems(place, context);
  if (at !== 'key') return [];
  if (path.length === 0) return newCategoryItems(place, kind, beside);
  if (!isRules && last === 'katas')
    return kataItems(place).map(({ label, about }) => keyItem(nameOf(label), about, true));
  if (!isRules && path.at(-2) === 'katas') return keyItems(fileKeys.kata, beside);
  return Object.hasOwn(entries, last ?? '') ? [] : keyItems(entries, beside);
}

/** What fits in a rule that is a mapping. */
function recordItems(place: FilePlace, { path, at, beside }: LineContext): CompletionItem[] {
  const inside = path.slice(path.lastIndexOf('ruleset') + 1).filter((key) => key !== '-');
  const [key] = inside;
  if (key === undefined) return at === 'value' ? [] : keyItems(fileKeys.rule, beside);
  if (key === 'check' && inside.length === 1 && at !== 'value') return keyItems(fileKeys.check, beside);
  if (at !== 'value' || inside.length > 1) return [];
  if (key === 'status')
    return statesOfRules.map((label) => ({ label, kind: 'value', about: aboutState[label] }));
  if (key === 'waivable') return ['true', 'false'].map((label) => ({ label, kind: 'value' }));
  return key === 'id' ? inheritedIds(place) : [];
}

const aboutState: Readonly<Record<(typeof statesOfRules)[number], string>> = {
  active: 'The rule is served',
  draft: 'The rule is not served yet',
  retired: 'The rule is not served any more',
};

/** The ids of rules that the scope has, with their texts. */
function ruleIdItems({ snapshot, scope }: FilePlace, wanted: (rule: Rule) => boolean): CompletionItem[] {
  const resolved = snapshot.merged(scope)?.resolved;
  if (resolved === undefined) return [];
  const rules = ruleKinds.flatMap((kind) => [...resolved[kind].values()].flatMap((one) => one.rules));
  return rules
    .filter(wanted)
    .flatMap(({ id, text }): CompletionItem[] =>
      id === undefined ? [] : [{ label: id, kind: 'value', about: text }],
    );
}

/** An id that a suggestion is written with to take the place of an inherited one. */
function inheritedIds(place: FilePlace): CompletionItem[] {
  return place.file === contentFile('suggestions')
    ? ruleIdItems(place, ({ origin }) => origin.scope !== place.scope)
    : [];
}

function waiverItems(place: FilePlace, { path, at, beside }: LineContext): CompletionItem[] {
  const [first, , key] = path;
  if (first === undefined) return at === 'key' ? keyItems(fileKeys.waivers, beside) : [];
  if (key === undefined) return at === 'value' ? [] : keyItems(fileKeys.waiver, beside);
  return key === 'rule' && at === 'value' ? ruleIdItems(place, () => true) : [];
}

function evalItems(place: FilePlace, { path, at, beside }: LineContext): CompletionItem[] {
  if (path.length === 0) return at === 'key' ? keyItems(fileKeys.evals, beside) : [];
  const [first, , key, ...below] = path;
  if (first !== 'evals') return [];
  if (path.length === 2 && at === 'key') return keyItems(fileKeys.eval, beside);
  if (key === 'flags') return at === 'item' ? ruleIdItems(place, () => true) : [];
  if (key !== 'expect') return [];
  const one = below.find((name) => name !== '-');
  if (one === undefined) return at === 'value' ? [] : keyItems(fileKeys.expectation, beside);
  if (at !== 'value') return [];
  if (one === 'in') return ['added', 'output'].map((label) => ({ label, kind: 'value' }));
  return one === 'rule' ? ruleIdItems(place, () => true) : [];
}

function nameOf(kata: string): string {
  return kata.slice(kata.indexOf('/') + 1);
}

function storyItems({ path, at, beside }: LineContext): CompletionItem[] {
  if (at === 'value') {
    const schema =
      path.at(-1) === 'status' || path.at(-1) === 'automation'
        ? fileKeys.criterion[path.at(-1) as 'status']
        : null;
    return schema === null ? [] : choicesOf(schema);
  }
  if (path.length === 0) return at === 'key' ? [keyItem('tenka', 'User stories by id, like US1', true)] : [];
  const [, , third, , fifth] = path;
  if (fifth === 'checks') {
    return [
      keyItem('test', 'A test case, or a glob', false),
      keyItem('manual', 'What a person checked', false),
    ];
  }
  if (path.length === 2 && at === 'key') {
    const acs = keyItem('acs', 'Acceptance criteria by ref, like AC1.2 for US1', true);
    return [...keyItems(fileKeys.story, beside), ...(beside.includes('acs') ? [] : [acs])];
  }
  return third === 'acs' && path.length === 4 && at === 'key' ? keyItems(fileKeys.criterion, beside) : [];
}

function choicesOf(schema: unknown): CompletionItem[] {
  const { options, wrapped, pipe } = schema as {
    readonly options?: readonly string[];
    readonly wrapped?: unknown;
    readonly pipe?: readonly unknown[];
  };
  if (options !== undefined) return options.map((label) => ({ label, kind: 'value' }));
  const inside = wrapped ?? pipe?.[0];
  return inside === undefined || inside === schema ? [] : choicesOf(inside);
}

function testItems(place: FilePlace, { path, at, beside }: LineContext): CompletionItem[] {
  if (path.length === 0) return at === 'key' ? keyItems(fileKeys.tests, beside) : [];
  const [first, , key] = path;
  if (first !== 'tests') return [];
  if (path.length === 2 && at === 'key') return keyItems(fileKeys.test, beside);
  if (key === 'finds' && at === 'item') return categoryItems(place);
  if (key === 'katas' && at === 'item') return kataItems(place);
  if ((key === 'rules' || key === 'not') && path.length === 3 && at === 'key') {
    return categoryItems(place).map((item) => ({ ...item, text: `${item.label}:` }));
  }
  return key === 'inherited' && at === 'value' ? [{ label: 'true', kind: 'value' }] : [];
}

const aboutType: Readonly<Record<FlowNodeType, string>> = {
  terminator: 'Where the procedure starts or ends',
  process: 'A step',
  decision: 'A question: `next` maps each answer to an id',
  fork: 'Steps that run at once',
  sync: 'Where they come together',
};
const nodeKeys = ['id', 'type', 'role', 'description', 'next'];

function flowchartItems(place: FilePlace, { path, at, beside }: LineContext): CompletionItem[] {
  const inside = path.slice(path.lastIndexOf('flowchart'));
  const keys = (names: readonly string[], nested: readonly string[] = []) =>
    names
      .filter((name) => !beside.includes(name))
      .map((name) => keyItem(name, undefined, nested.includes(name)));
  if (path.lastIndexOf('flowchart') === -1) return at === 'key' ? keys(['flowchart'], ['flowchart']) : [];
  if (inside.length === 1) return at === 'key' ? keys(['name', 'nodes'], ['nodes']) : [];
  if (inside[1] !== 'nodes') return [];
  const key = inside.slice(2).find((one) => one !== '-');
  if (key === undefined) return at === 'value' ? [] : keys(nodeKeys);
  if (key === 'type')
    return flowNodeTypes.map((label) => ({ label, kind: 'value', about: aboutType[label] }));
  if (key !== 'next' || at === 'key') return [];
  return nodesAround(place);
}

/** The nodes of the flowchart that a place is in. */
function nodesAround({ text, offset }: FilePlace): CompletionItem[] {
  const start = text.lastIndexOf('#!fcyaml', offset);
  const column = start - text.lastIndexOf('\n', start) - 1;
  const lines = text.slice(start).split(/\r?\n/);
  const end = lines.findIndex((line, at) => at > 0 && line.trim() !== '' && line.search(/\S/) < column);
  const chart = (end === -1 ? lines : lines.slice(0, end)).map((line, at) =>
    at === 0 ? line : line.slice(column),
  );
  const nodes = nodeMentions(chart.join('\n')).filter(({ isDefinition }) => isDefinition);
  // A chart that is half written may be no YAML: its ids are found by their lines.
  if (nodes.length > 0) return nodes.map(({ id, about }) => ({ label: id, kind: 'node', about }));
  const ids = chart.flatMap((line) => /(?:^|[\s{,-])id:\s*["']?([\w.-]+)/.exec(line)?.[1] ?? []);
  return [...new Set(ids)].map((label) => ({ label, kind: 'node' }));
}

import { isSecretName } from '../../config/template-variables.ts';
import { builtInVariables } from '../../config/values/plugin-names.ts';
import type { AuthoredText } from '../../content/authored.ts';
import { lengthOfFailure, placeInScalar } from '../../content/text/place-in-scalar.ts';
import type { PlaceOf } from '../../content/yaml-file.ts';
import { isFlowchart, readFlowchart } from '../../guidance/katas/flowchart/read-flowchart.ts';
import { didYouMean } from '../../model/text/nearest.ts';
import type { Once } from '../../runtime/async/once.ts';
import { builtinFilters, type Filter } from '../../template/filters/filters.ts';
import type { Template, VariableUse } from '../../template/parse/ast.ts';
import { findUses, type Uses } from '../../template/parse/find-uses.ts';
import { parseTemplate } from '../../template/parse/parse-template.ts';
import { createBudget } from '../../template/render/budget.ts';
import { type RenderFailure, renderTemplate } from '../../template/render/render-template.ts';
import { isList, isMapping, type TemplateContext, type Value } from '../../template/value.ts';
import type { Report } from '../report.ts';
import { checkTagNames, type TagNames } from './check-tag-names.ts';
import { looksForeign, rawCure } from './foreign-template.ts';
import type { TemplateUse } from './template-uses.ts';

/** Combinations of values that one text is rendered with where nothing it reads is missing. */
const maxRenders = 50;

export interface TemplateChecker {
  /** Judges a text on its own: its syntax and its filters. Each text once, before it is judged in scopes. */
  read(text: AuthoredText): void;
  /** Judges a text in the context of one scope that uses it. What fails is reported once, with the first such scope. */
  use(use: TemplateUse, scope: string, context: TemplateContext): void;
  /** Reports what has no value in any scope although no rendering came by it. */
  finish(tags: TagNames): void;
}

/** A text, with what its renderings have shown so far. */
interface Checked {
  readonly text: AuthoredText;
  readonly template: Pick<ParsedText, 'variables' | 'isBroken'>;
  /** Offsets that are reported already. */
  readonly reported: Set<number>;
  readonly rendered: Set<string>;
  /** Who wrote it; null for a text of the settings. */
  readonly author: { use: TemplateUse['author'] };
  /** How often a variable had no value, in the order of the template's variables. */
  readonly missing: number[];
  uses: number;
  firstScope: string;
  names: readonly string[];
}

/** What a text says of its templates. */
export type ParsedText = Pick<Template, 'isBroken' | 'problems'> & Uses;

/** How a text fares in one scope, in a context that stays the same object as long as nothing in it changes. */
export interface JudgedUse {
  readonly base: TemplateContext;
  readonly context: TemplateContext;
  /** The variables of the text, by their place among them, that have no value and need one. */
  readonly missing: readonly number[];
  /** Equal for contexts in which the text is rendered to the same. */
  readonly key: string;
}

type Rendered = ReturnType<typeof renderTemplate>;

/** What runs keep of templates for the next. */
export interface TemplateMemory {
  readonly parsed: Once<AuthoredText, ParsedText>;
  readonly judgedUses: WeakMap<TemplateUse, JudgedUse>;
  /** By the filters that there are and the key of the context. */
  readonly rendered: Once<AuthoredText, Map<string, Rendered>>;
}

export function createTemplateChecker(
  filters: ReadonlyMap<string, Filter>,
  report: Report,
  { parsed, judgedUses, rendered: known }: TemplateMemory,
): TemplateChecker {
  const texts = new Map<AuthoredText, Checked>();
  const filterNames = [...builtinFilters.keys(), ...filters.keys()];
  const filterKey = JSON.stringify([...filters.keys()]);

  function read(text: AuthoredText): Checked {
    const known = texts.get(text);
    if (known !== undefined) return known;
    const checked = checkSyntax(
      text,
      parsed(text, () => parse(text)),
      filterNames,
      report,
    );
    texts.set(text, checked);
    return checked;
  }

  function use(use: TemplateUse, scope: string, base: TemplateContext): void {
    const checked = read(use.text);
    const { template, rendered } = checked;
    const judged = judge(use, base, template);
    if (checked.uses++ === 0) {
      checked.author.use = use.author;
      checked.firstScope = scope;
      checked.names = Object.keys(judged.context);
    }
    for (const index of judged.missing) checked.missing[index] = (checked.missing[index] ?? 0) + 1;
    if (template.isBroken || (judged.missing.length === 0 && rendered.size >= maxRenders)) return;
    // What its own scope leaves out is no loss to others.
    const key = use.author?.name === scope ? `own ${judged.key}` : judged.key;
    if (rendered.has(key)) return;
    rendered.add(key);
    const { failures, text } = renderOnce(use.text, judged);
    for (const failure of failures) reportFailure(checked, failure, scope, report);
    if (use.isMust && failures.length === 0 && text?.trim() === '')
      reportDropped(checked, use, scope, judged, report);
    if (use.isProcedure && failures.length === 0 && text !== null)
      checkFlowchart(use.text, text, scope, report);
  }

  function renderOnce(text: AuthoredText, { context, key }: JudgedUse): Rendered {
    const results = known(text, () => new Map());
    const before = results.get(filterKey + key);
    if (before !== undefined) return before;
    const result = renderTemplate(text.text, { context, filters, budget: createBudget(), keepFailing: true });
    if (results.size < maxRenders) results.set(filterKey + key, result);
    return result;
  }

  function judge(use: TemplateUse, base: TemplateContext, { variables }: Checked['template']): JudgedUse {
    const known = judgedUses.get(use);
    if (known?.base === base) return known;
    const { author, category } = use;
    const own = { ...(author !== null && { origin: { ...author } }), ...(category !== null && { category }) };
    const context: TemplateContext = { ...base, ...own };
    const values = variables.map(({ path }) => valueAt(context, path));
    const missing = variables.flatMap(({ isOptional }, index) =>
      values[index] === undefined && !isOptional ? [index] : [],
    );
    // What JSON has no word for, an undefined value, becomes null: told apart by a key of its own.
    const key = JSON.stringify(values.map((value) => (value === undefined ? ['none'] : [0, value])));
    const judged = { base, context, missing, key };
    judgedUses.set(use, judged);
    return judged;
  }

  return {
    read,
    use,
    finish(tags) {
      for (const checked of texts.values()) {
        if (checked.uses > 0) {
          checkTagNames(checked.text, checked.template.variables, tags, report);
          reportUndefined(checked, tags, report);
        }
        reportFuture(checked, report);
      }
    },
  };
}

/** Without its tree: there are tens of thousands of texts, and rendering has its own. */
function parse({ text }: AuthoredText): ParsedText {
  const template = parseTemplate(text);
  const { isBroken, problems } = template;
  return { isBroken, problems, ...findUses(template) };
}

/** Reports the broken tags of a text and the filters that do not exist. */
function checkSyntax(
  text: AuthoredText,
  { variables, isBroken, problems, filters }: ParsedText,
  filterNames: readonly string[],
  report: Report,
): Checked {
  const reported = new Set<number>();
  for (const { message, offset, source } of problems) {
    reported.add(offset);
    report.add(
      'template-syntax',
      text,
      message,
      `Fix the tag (docs/templates.md has the syntax); ${rawCure}`,
      { offset, length: lengthOfFailure(text.text, { offset, source }) },
    );
  }
  for (const { name, offset } of filters) {
    if (filterNames.includes(name)) continue;
    reported.add(offset);
    const meant = didYouMean(name, filterNames);
    const hint =
      meant === null
        ? `"precept context" lists the filters that exist; ${rawCure}`
        : `Did you mean "${meant}"?`;
    report.add('unknown-filter', text, `there is no filter "${name}"`, hint, { offset, length: name.length });
  }
  return {
    text,
    template: { variables, isBroken },
    reported,
    rendered: new Set(),
    author: { use: null },
    missing: variables.map(() => 0),
    uses: 0,
    firstScope: '',
    names: [],
  };
}

function reportFailure(
  { text, reported, names }: Checked,
  failure: RenderFailure,
  scope: string,
  report: Report,
): void {
  const { offset } = failure;
  if (reported.has(offset)) return;
  reported.add(offset);
  const code = failure.variableName === null ? 'template-failure' : 'undefined-variable';
  const secret = failure.variableName === null ? null : secretHint(failure.variableName);
  const given = secret ?? failure.hint ?? '"precept context" lists the variables, with their values';
  const isForeign =
    failure.variableName !== null && looksForeign(text.text, offset, failure.variableName, names);
  const hint = pluginCure(failure.variableName, names) ?? (isForeign ? `${given}; ${rawCure}` : given);
  const sentence = hint.charAt(0).toUpperCase() + hint.slice(1);
  const length = failure.variableName?.length ?? lengthOfFailure(text.text, failure);
  report.add(code, text, `${failure.what} in scope "${scope}"`, sentence, { offset, length });
}

/** What to do about a variable that a built-in plugin gives, which is not enabled; null for any other. */
function pluginCure(name: string | null, names: readonly string[]): string | null {
  const plain = name?.replace('.', '_') ?? '';
  const [plugin, given] = Object.entries(builtInVariables).find(([, one]) => one.includes(plain)) ?? [];
  if (plugin === undefined || given?.some((one) => names.includes(one))) return null;
  return `The plugin ${plugin} gives ${plain}: write "enabled_plugins: [${plugin}]" into the settings`;
}

/** A MUST that comes to nothing in a scope below its own, because that lacks a tag which a condition asks for. */
function reportDropped(
  { text, template, reported }: Checked,
  { author }: TemplateUse,
  scope: string,
  { context }: JudgedUse,
  report: Report,
): void {
  if (author === null || author.name === scope) return;
  const lacking = template.variables.find(
    ({ path, isOptional }) => isOptional && isTagPath(path) && valueAt(context, path) === undefined,
  );
  if (lacking === undefined || reported.has(lacking.offset)) return;
  reported.add(lacking.offset);
  const { name, path, offset } = lacking;
  const message = `scope "${scope}" lacks the tag \`${path[2]}\`, so that this MUST is left out there`;
  const own = `origin.tags.${path[2]}`;
  const hint = `Tags are not inherited: ask for ${own} if the tag of "${author.name}" is meant, or leave it so if that scope is to go without`;
  report.add('dropped-must', text, message, hint, { offset, length: name.length });
}

function isTagPath(path: readonly string[]): boolean {
  return path[0] === 'scope' && path[1] === 'tags' && path[2] !== undefined;
}

/** Reports the tags that a text reads unguarded, and that a scope to come below its own may lack. */
function reportFuture({ text, template, uses, reported, author }: Checked, report: Report): void {
  const { use: by } = author;
  // One that no other scope inherits from is hardly going to be a parent.
  if (by === null || uses < 2) return;
  for (const variable of template.variables) {
    const { name, path, offset, isOptional } = variable;
    const [, , tag = ''] = path;
    if (isOptional || !isTagPath(path) || reported.has(offset) || !Object.hasOwn(by.tags, tag)) continue;
    if (isGuarded(variable, template.variables)) continue;
    reported.add(offset);
    const message = `a scope below "${by.name}" that lacks the tag \`${tag}\` would not get this text`;
    const hint = `Write origin.tags.${tag} for the tag of "${by.name}", or {{ ${name} | default('…') }}: tags are not inherited`;
    report.add('tag-not-inherited', text, message, hint, { offset, length: name.length });
  }
}

/** A flowchart can be judged only as its templates leave it; a place is the author's while lines stay in step. */
function checkFlowchart(text: AuthoredText, rendered: string, scope: string, report: Report): void {
  if (!isFlowchart(rendered)) return;
  const lines = text.text.split('\n');
  const inStep = lines.length === rendered.split('\n').length;
  const startOf = (line: number) =>
    lines.slice(0, line - 1).reduce((sum, before) => sum + before.length + 1, 0);
  const placeOf: PlaceOf = ({ line, column }) =>
    placeInScalar(text.scalar, text.text, startOf(line) + column - 1);
  const { problems } = readFlowchart(rendered, inStep ? placeOf : undefined);
  for (const { code, severity, node, line, message, hint } of problems) {
    const where = node === null ? '' : ` (node \`${node}\`)`;
    report.add(code, text, `flowchart${where}: ${message}`, `${hint} (seen in scope "${scope}")`, {
      severity,
      offset: inStep ? startOf(line) : 0,
    });
  }
}

/** Reports the variables that had no value in any use of a text. */
function reportUndefined(checked: Checked, tags: TagNames, report: Report): void {
  const { text, template, missing, uses, reported, firstScope, names } = checked;
  template.variables.forEach((variable, index) => {
    const { name, path, offset, isOptional } = variable;
    if (isOptional || missing[index] !== uses || reported.has(offset)) return;
    if (isGuarded(variable, template.variables)) return;
    // Tags differ from scope to scope, and conditions are there to tell scopes apart.
    if (isTagPath(path) && tags.has(path[2] ?? '')) return;
    reported.add(offset);
    const meant = path.length === 1 ? didYouMean(name, names) : null;
    const cure = secretHint(name) ?? `Define it or write {{ ${name} | default('…') }}`;
    const isForeign = looksForeign(text.text, offset, name, names);
    const own = isForeign ? `${cure}; ${rawCure}` : cure;
    const hint = pluginCure(name, names) ?? (meant === null ? own : `Did you mean "${meant}"?`);
    const message = `"${name}" is not defined in any scope that has this text, such as "${firstScope}"`;
    report.add('undefined-variable', text, message, hint, { offset, length: name.length });
  });
}

/** The hint for a variable that no definition makes readable, because of its name; null for any other. */
function secretHint(name: string): string | null {
  const path = name.split('.');
  if (isTagPath(path) || path[0] === 'origin' || !path.some(isSecretName)) return null;
  return 'Templates never read a name that looks like a secret: give a value that is no secret another name';
}

/** Whether the text asks, with `default` or `is defined`, for the variable or for what it is a part of. */
function isGuarded({ path }: VariableUse, variables: readonly VariableUse[]): boolean {
  return variables.some(
    (other) => other.isOptional && other.path.every((segment, index) => segment === path[index]),
  );
}

function valueAt(context: TemplateContext, path: readonly string[]): Value {
  let value: Value = context;
  for (const segment of path) {
    if (isList(value)) value = value.at(Number(segment));
    else if (isMapping(value)) value = Object.hasOwn(value, segment) ? value[segment] : undefined;
    else return undefined;
  }
  return value;
}

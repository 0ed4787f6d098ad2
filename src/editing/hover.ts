import type { AuthoredText } from '../content/authored.ts';
import { rangeOfScalar } from '../content/text/place-in-scalar.ts';
import type { ResolvedScope } from '../guidance/guidance.ts';
import type { AuthoredPiece } from '../guidance/kind.ts';
import { type KindName, kindNames, kinds } from '../guidance/kinds.ts';
import { replacedIn } from '../guidance/resolve/trace-scope.ts';
import { type Check, kindOfCheck, pathsOfCheck, toolOf } from '../guidance/rules/record/check.ts';
import { checksOf } from '../guidance/rules/record/details.ts';
import { detailBullets } from '../guidance/rules/record/details-markdown.ts';
import { isRuleKind, type Rule, type RuleKind, ruleKinds } from '../guidance/rules/rule.ts';
import { createWaiversFor } from '../guidance/waivers/resolve-waivers.ts';
import { waiverText } from '../guidance/waivers/waiver-text.ts';
import type { TextRange } from '../model/problems/problem.ts';
import { createBudget } from '../template/render/budget.ts';
import { renderTemplate } from '../template/render/render-template.ts';
import { contextOf } from './completion/template-items.ts';
import { type Hover, keyAbout } from './key-about.ts';
import type { Mention } from './mentions.ts';
import { mentionHere } from './references.ts';
import type { FilePlace, Snapshot } from './snapshot.ts';

/** Rules that are shown of each list. */
const shown = 10;

/** What is inherited, replaced and rendered at a place; null where there is nothing to say. */
export async function hover(place: FilePlace): Promise<Hover | null> {
  const mention = await mentionHere(place);
  if (mention?.what === 'scope') {
    const text = aboutScope(await place.snapshot.whole(), mention.name);
    return { text, range: mention.range };
  }
  if (mention?.what === 'category') return { text: aboutCategory(place, mention), range: mention.range };
  if (mention?.what === 'kata') return { text: aboutKata(place, mention.name), range: mention.range };
  const text = textHere(place);
  if (text !== null) return { text: await aboutText(place, text), range: rangeOfScalar(text.at.scalar) };
  return keyAbout(place);
}

function aboutScope(snapshot: Snapshot, name: string): string {
  const scope = snapshot.scopes.get(name);
  if (scope === undefined) return `There is no scope \`${name}\` in this rules folder.`;
  const lineage = snapshot.lineageOf(name).slice(1);
  const counts = kindNames.flatMap((kind) => {
    const groups = [...kinds[kind].groups(scope.layer[kind] as never)];
    const count = groups.reduce((sum, { pieces }) => sum + pieces.length, 0);
    return count === 0 ? [] : [`${count} ${kind}`];
  });
  return [
    `**Scope \`${name}\`**`,
    scope.layer.metadata.description,
    lineage.length === 0 ? '' : `Inherits from ${lineage.map((one) => `\`${one}\``).join(', ')}`,
    counts.length === 0 ? '' : `Its own files hold ${counts.join(', ')}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function aboutCategory(place: FilePlace, { name, file }: Mention): string {
  const { snapshot, scope } = place;
  const merged = snapshot.merged(scope);
  if (merged === null) return `**\`${name}\`**`;
  const { resolved } = merged;
  const kind = kindNames.find((one) => file === `${scope}/${kinds[one].file}.yml`) ?? null;
  const own = kind === null ? kindNames : [kind];
  const parts = [`**\`${name}\`** of scope \`${scope}\``];
  const when = own.map((one) => whenOf(resolved, one, name)).find((text) => text !== null);
  if (when != null) parts.push(when);
  for (const one of ruleKinds) {
    if (!own.includes(one)) continue;
    const rules = resolved[one].get(name)?.rules ?? [];
    const inherited = rules.filter(({ origin }) => origin.scope !== scope);
    if (inherited.length > 0) parts.push(`Inherits ${listOf(one, inherited)}`);
    const replaced = replacedIn(resolved).filter((gone) => gone.kind === one && gone.category === name);
    if (replaced.length > 0) parts.push(`Replaces ${listOf(one, replaced)}`);
  }
  if (own.includes('katas')) {
    const katas = [...(resolved.katas.get(name)?.katas.values() ?? [])];
    const inherited = katas.filter(({ origin }) => origin.scope !== scope);
    const lines = inherited.map((kata) => `- \`${kata.name}\` (${kata.origin.scope})`);
    if (lines.length > 0) parts.push(`Inherits ${count(lines.length, 'kata')}:\n\n${lines.join('\n')}`);
  }
  return parts.join('\n\n');
}

/** A kata by its category and name, with those of other scopes in whose place it is. */
function aboutKata({ snapshot, scope }: FilePlace, name: string): string {
  const slash = name.lastIndexOf('/');
  const [category, kata] = [name.slice(0, slash), name.slice(slash + 1)];
  const resolved = snapshot.merged(scope)?.resolved;
  const found = resolved?.katas.get(category)?.katas.get(kata);
  const parts = [`**kata \`${kata}\`** of \`${category}\``];
  if (found?.when != null) parts.push(found.when);
  if (found !== undefined && found.origin.scope !== scope) parts.push(`Inherited from ${placeOf(found)}`);
  for (const gone of resolved === undefined ? [] : replacedIn(resolved)) {
    if (gone.kind !== 'katas' || gone.category !== category || gone.name !== kata) continue;
    parts.push(`Replaces that of ${placeOf(gone)}:`, quoted(excerptOf(gone.text)));
  }
  return parts.join('\n\n');
}

function placeOf({ origin: { scope, file, line } }: Pick<Listed, 'origin'>): string {
  return `\`${scope}\` (\`${file}:${line}\`)`;
}

/** Lines of a procedure that is replaced. */
function excerptOf(text: string): string {
  const lines = text.trimEnd().split('\n');
  return lines.length <= shown ? text : `${lines.slice(0, shown).join('\n')}\n…`;
}

interface Listed {
  readonly text: string;
  readonly origin: { readonly scope: string; readonly file: string; readonly line: number };
}

function listOf(kind: RuleKind, rules: readonly Listed[]): string {
  const lines = rules
    .slice(0, shown)
    .map(({ text, origin }) => `- ${oneLine(text)} (\`${origin.file}:${origin.line}\`)`);
  if (rules.length > shown) lines.push(`- and ${rules.length - shown} more`);
  return `${count(rules.length, kind === 'commandments' ? 'commandment' : 'suggestion')}:\n\n${lines.join('\n')}`;
}

function whenOf(resolved: ResolvedScope, kind: KindName, category: string): string | null {
  for (const group of kinds[kind].groups(resolved[kind] as never)) {
    if (group.category === category) return group.when;
  }
  return null;
}

interface TextHere {
  readonly at: AuthoredText;
  readonly kind: KindName;
  readonly category: string | null;
  readonly when: string | null;
  readonly isRule: boolean;
  /** The rule that it belongs to. */
  readonly piece: AuthoredPiece | null;
}

/** The text with templates, or the rule, that a place is in. */
function textHere({ snapshot, scope, name, text, offset }: FilePlace): TextHere | null {
  const outline = snapshot.scopes.get(scope)?.outline;
  const before = text.slice(0, offset).split('\n');
  const [line, column] = [before.length, (before.at(-1)?.length ?? 0) + 1];
  for (const kind of outline === undefined ? [] : kindNames) {
    for (const group of outline?.guidance[kind] ?? []) {
      const isRule = isRuleKind(kind);
      const all = [
        ...(group.when === null ? [] : [group.when]),
        ...group.pieces.flatMap(({ texts }) => texts),
      ];
      const at = all.find((one) => one.file === name && holds(rangeOfScalar(one.scalar), line, column));
      if (at === undefined) continue;
      const category = group.category?.name ?? null;
      const piece = isRule ? group.pieces.find(({ texts }) => texts.includes(at)) : undefined;
      const when = group.when?.text ?? null;
      return { at, kind, category, when, isRule: isRule && at !== group.when, piece: piece ?? null };
    }
  }
  return null;
}

function holds(range: TextRange, line: number, column: number): boolean {
  const isAfterStart = line > range.line || (line === range.line && column >= range.column);
  return isAfterStart && (line < range.end_line || (line === range.end_line && column <= range.end_column));
}

async function aboutText(place: FilePlace, here: TextHere): Promise<string> {
  const { at, kind, category, when, isRule, piece } = here;
  const strength = isRule ? `**${kinds[kind].noun}** of \`${category}\`` : '';
  const rule = piece === null || !isRuleKind(kind) ? null : ruleOf(place, kind, category, piece);
  const head = [strength, ...(rule === null ? [] : besideLines(place, kind as RuleKind, rule))]
    .filter((part) => part !== '')
    .join('\n\n');
  if (!at.text.includes('{{') && !at.text.includes('{%')) return head || `Text of \`${place.scope}\``;
  const context = { ...(await contextOf(place)), category: { key: category ?? '', when } };
  const filters = await place.snapshot.project.plugins.filters();
  const { text, failures } = renderTemplate(at.text, {
    context,
    filters,
    budget: createBudget(),
    keepFailing: true,
  });
  const told = failures.map(({ message }) => `- ${message}`);
  return [
    head,
    `Rendered in \`${place.scope}\`:`,
    quoted(text ?? at.text),
    told.length === 0 ? '' : `Fails:\n\n${told.join('\n')}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The rule that a piece is read as; null where it has a mistake, or is not served. */
function ruleOf(
  { snapshot, scope }: FilePlace,
  kind: RuleKind,
  category: string | null,
  { at }: AuthoredPiece,
): Rule | null {
  const own = snapshot.scopes.get(scope)?.layer[kind].get(category ?? '');
  const { line, column } = at.scalar;
  const isHere = ({ origin }: Rule) => origin.line === line && origin.column === column;
  return own?.rules.find(isHere) ?? own?.unserved?.find(isHere) ?? null;
}

/** What a rule says beside its text, and what it is waived for in the scope. */
function besideLines({ snapshot, scope }: FilePlace, kind: RuleKind, rule: Rule): string[] {
  const { id, details } = rule;
  const waivers = snapshot.merged(scope)?.resolved.waivers ?? [];
  const bullets = detailBullets(details, ['why', 'examples']).map((line) => line.replace(/^ {2}/gm, ''));
  return [
    id === undefined ? '' : `Id \`${id}\``,
    bullets.join('\n'),
    checksOf(details).map(checkLine).join('\n'),
    details?.owner === undefined ? '' : `Owner: ${details.owner}`,
    details?.review_by === undefined ? '' : `Review by ${details.review_by}`,
    ...createWaiversFor(waivers)(kind, rule).map((waiver) => `${waiver.scope}: ${waiverText(waiver)}`),
  ];
}

/** What enforces a rule, as an item of a list. */
function checkLine(check: Check): string {
  const { tool, rule } = toolOf(check) ?? { tool: kindOfCheck(check), rule: null };
  const files = pathsOfCheck(check).map((glob) => `\`${glob}\``);
  const where = files.length === 0 ? '' : ` for ${files.join(', ')}`;
  return `- Enforced by ${tool}${rule === null ? '' : ` \`${rule}\``}${where}`;
}

/** A text as it is, whatever Markdown it holds. */
function quoted(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text.trimEnd()}\n${fence}`;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 120 ? `${line.slice(0, 120)}…` : line;
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

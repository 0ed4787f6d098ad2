import type { AuthoredText } from '../../content/authored.ts';
import { isFlowchart, readFlowchart } from '../../guidance/katas/flowchart/read-flowchart.ts';
import type { AuthoredPiece } from '../../guidance/kind.ts';
import { type KindName, kindNames } from '../../guidance/kinds.ts';
import type { CutText, Outline } from '../../guidance/outline.ts';
import { type RuleKind, ruleKinds } from '../../guidance/rules/rule.ts';
import { isCategoryPath } from '../../model/names/category-path.ts';
import { findHidden } from '../../model/text/hidden-text.ts';
import { mainPart } from '../../model/text/main-clause.ts';
import { isBlockFirst } from '../../render/markdown.ts';
import type { LintScope } from '../lint-scope.ts';
import type { Report } from '../report.ts';
import { checkBlanks } from './check-blanks.ts';
import { checkLinks } from './check-links.ts';
import { checkRecords } from './check-records.ts';

const longRule = 500;
const longKata = 10;

/** What can be seen from one scope's files alone, beside what their readers say. */
export function checkScope(scope: LintScope, report: Report): void {
  const { name, outline } = scope;
  if (outline.name !== null && outline.name.text !== name) {
    const message = `the name "${outline.name.text}" is not that of the directory, "${name}"`;
    report.add(
      'name-differs',
      outline.name,
      message,
      'Remove it, or rename the directory: the directory decides',
    );
  }
  for (const { category, when } of kindNames.flatMap((kind) => outline.guidance[kind])) {
    if (category === null) continue;
    checkCategoryName(category.name, category.key, report);
    if (when !== null) checkWhen(category.name, when, report);
  }
  for (const kind of ruleKinds) checkRoot(kind, outline, report);
  checkRecords(outline, report);
  for (const { at } of ruleKinds.flatMap((kind) => piecesOf(outline, kind))) {
    checkBlank(at, report);
    checkLength(at, report);
    checkForm(at, report);
    checkSwallowed(at, report);
  }
  for (const { at } of piecesOf(outline, 'suggestions')) checkStrength(at, report);
  checkLinks(scope, report);
  for (const kata of piecesOf(outline, 'katas')) {
    checkSteps(kata, report);
    checkJoined(kata, report);
    checkFirstLine(kata, report);
  }
  checkHidden(outline, report);
  checkTrailing(outline, report);
  checkCut(outline, report);
}

function checkCategoryName(category: string, key: AuthoredText, report: Report): void {
  if (category.split(',').every((path) => isCategoryPath(path.trim()))) return;
  const hint = 'Use A-Z, a-z, 0-9, "_" and "-", with dots between the segments';
  report.add('category-name', key, `no filter can ask for the category \`${category}\``, hint);
}

/** Finds files whose categories all stand below the name of the file, as stories and waivers do in theirs. */
function checkRoot(kind: RuleKind, { guidance }: Outline, report: Report): void {
  const categories = guidance[kind].flatMap(({ category }) => category ?? []);
  const [first] = categories;
  if (first === undefined || !categories.every(({ name }) => name.startsWith(`${kind}.`))) return;
  const message = `each category of the file begins with \`${kind}\`, the name of the file`;
  report.add('category-name', first.key, message, `Remove \`${kind}\` above the categories`);
}

/** Words of a `when` that name no situation. */
const filler =
  /^(?:a|about|all|an|and|any|category|conventions?|for|guidelines?|of|on|practices?|principles?|rules?|standards?|the)$/;

/** What a situation begins with, though a category may have its words for a name: `before-committing`. */
const condition = /^\W*(?:after|as|before|during|for|if|in|on|once|unless|until|when|whenever|while)\b/i;

/** Finds a `when` that only repeats the name of its category, or is to be written later. */
function checkWhen(category: string, when: AuthoredText, report: Report): void {
  const wordsOf = (text: string) =>
    (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.replace(/s$/, ''));
  const names = new Set(wordsOf(category));
  const words = wordsOf(when.text).filter((word) => !filler.test(word));
  const isSituation = condition.test(when.text) || (words.length > 1 && words[0]?.endsWith('ing') === true);
  const isName = !isSituation && words.every((word) => names.has(word));
  if (!isName && !/^\W*(?:todo|tbd|fixme)\b/i.test(when.text)) return;
  const message = `the \`when\` of \`${category}\` names no situation`;
  report.add(
    'no-when',
    when,
    message,
    'Write the situation, like "When changing the cart": agents choose categories by it',
  );
}

function checkBlank(rule: AuthoredText, report: Report): void {
  if (rule.text.trim() !== '') return;
  report.add(
    'blank-rule',
    rule,
    'the rule has no text, so that it is left out',
    'Write the rule, or remove it',
  );
}

function checkLength(rule: AuthoredText, report: Report): void {
  const length = [...rule.text].length;
  if (length <= longRule) return;
  const hint = 'Say one thing in one rule; what takes steps is a kata';
  report.add('long-rule', rule, `the rule has ${length} characters, more than ${longRule}`, hint);
}

/** Finds rules that Markdown cannot show as they were meant, since each is an item of a list. */
function checkForm(rule: AuthoredText, report: Report): void {
  if (isBlockFirst(rule.text)) {
    const message = 'the rule begins with a block of code or a table, without words about it';
    return report.add(
      'rule-form',
      rule,
      message,
      'Begin with a line that says what the block is for, like "Run these before a commit:"',
    );
  }
  let open: string | null = null;
  for (const line of rule.text.split('\n')) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (open !== null) open = mark?.startsWith(open) ? null : open;
    else if (mark !== undefined) open = mark;
    else if (/^#{1,6}\s/.test(line))
      return report.add(
        'rule-form',
        rule,
        'a line of the rule is a heading, which is shown as text',
        'Make a category of it, or bold text',
      );
  }
  if (open !== null)
    report.add('rule-form', rule, `a block of code in the rule never ends`, `End it with a line ${open}`);
}

/** "**Requirement:**" in front of a sentence. */
const boldLabel = /^\s*(\*\*|__)[^*_\n]{1,60}(?::\1|\1:)/;
/** A part of a sentence that says which, up to the next sign. */
const relative = /\b(?:that|which|who)\b[^.,;:!?\n]*/gi;
const shouted = /\b(?:MUST|NEVER)\b/;
/** The verb of the first clause of a sentence: what depends on another verb obliges nobody. */
const obliging =
  /^(?:(?!\b(?:as|because|how|if|since|that|unless|until|what|when|whenever|where|whether|which|while|who|whose|why)\b)[^.,;:!?\n])*\bmust(?:\s+(?:not|never))?\s+[a-z]/i;

/** Finds suggestions that call themselves mandatory. */
function checkStrength(rule: AuthoredText, report: Report): void {
  const words = rule.text.replace(/(`+)[\s\S]*?\1/g, '');
  const isShouted = shouted.test(words) && /[a-z]/.test(words);
  const main = words.replace(boldLabel, '').replace(relative, mainPart);
  if (!isShouted && !obliging.test(main)) return;
  const message = 'the rule says that it is mandatory, and is served as SHOULD';
  report.add('should-says-must', rule, message, 'Move it to commandments.yml, or write what is better');
}

/** YAML joins a line that is indented further than the item above it to that item, its hyphen included. */
function checkSwallowed(rule: AuthoredText, report: Report): void {
  const { source } = rule.scalar;
  if (/^["'|>]/.test(source) || !/\n\s*- /.test(source)) return;
  const hint = 'Start that line in the column of the rule above it, or join the two in words';
  report.add('swallowed-rule', rule, 'a line below that starts with "- " is read as part of this rule', hint);
}

function checkSteps({ at, procedure }: AuthoredPiece, report: Report): void {
  if (procedure === null) return;
  const steps = isFlowchart(procedure.text)
    ? (readFlowchart(procedure.text).flowchart?.nodes.length ?? 0)
    : [...procedure.text.matchAll(/^\d+[.)]\s/gm)].length;
  if (steps <= longKata) return;
  const hint = 'Split it into katas that name each other';
  report.add('long-kata', at, `the kata \`${at.text}\` has ${steps} steps, more than ${longKata}`, hint);
}

const stepStart = /^[ \t>"']*(?:\d+[.)]|[-*])[ \t]/gm;

/** YAML joins the lines of a text that has no `|`, so that its steps are one line. */
function checkJoined({ procedure }: AuthoredPiece, report: Report): void {
  if (procedure === null || procedure.scalar.source.startsWith('|')) return;
  // A flowchart is told of as such.
  if (/^\s*(?:#!|flowchart:)/.test(procedure.text)) return;
  const count = (text: string) => text.match(stepStart)?.length ?? 0;
  const written = count(procedure.scalar.source);
  if (written < 2 || count(procedure.text) === written) return;
  const hint = procedure.scalar.source.startsWith('>')
    ? 'Write "|" in place of ">"'
    : 'Write "|" behind the colon, and each step in a line of its own below it, further right';
  report.add('joined-steps', procedure, 'the steps run together: YAML joins the lines of this text', hint);
}

/** Finds flowcharts without the first line that makes them one. */
function checkFirstLine({ procedure }: AuthoredPiece, report: Report): void {
  if (procedure === null || isFlowchart(procedure.text)) return;
  if (!/^\s*(?:#![ \t]*f|flowchart:[ \t]*(?:\r?\n|\{))/i.test(procedure.text)) return;
  const message = 'the procedure is served as this text, and not as the steps of a flowchart';
  const { source } = procedure.scalar;
  // YAML joins the lines of such a text to one.
  const isJoined =
    source.includes('\n') && !source.startsWith('|') && /^\s*#!fcyaml[ \t]/.test(procedure.text);
  const joined = source.startsWith('>') ? '"procedure: >"' : 'This text';
  const hint = isJoined
    ? `Write "procedure: |": ${joined} joins its lines to one`
    : 'Write "#!fcyaml" as its first line';
  report.add('not-a-flowchart', procedure, message, hint);
}

/** Hidden characters as they stand in the files, and those that are written as escapes. */
function checkHidden(outline: Outline, report: Report): void {
  const hint = 'Remove it, or say in visible characters what it means';
  const nameAt = (text: string, offset: number) =>
    `U+${(text.codePointAt(offset) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  for (const [file, source] of outline.sources) {
    for (const offset of findHidden(source.text)) {
      const message = `a hidden character, ${nameAt(source.text, offset)}`;
      report.add(
        'hidden-text',
        { file, ...source.range(offset, offset + lengthAt(source.text, offset)) },
        message,
        hint,
      );
    }
    checkBlanks(file, source, report);
  }
  for (const text of textsOf(outline)) {
    if (findHidden(text.scalar.source).length > 0) continue;
    for (const offset of findHidden(text.text)) {
      report.add('hidden-text', text, `a hidden character, ${nameAt(text.text, offset)}`, hint, {
        offset,
        length: lengthAt(text.text, offset),
      });
    }
  }
}

function checkTrailing({ sources, blanks }: Outline, report: Report): void {
  for (const [file, source] of sources) {
    for (const [start, end] of blanks.get(file) ?? []) {
      const fix = { title: 'Remove the blanks', edits: [{ start, end, text: '' }] };
      const place = { file, ...source.range(start, end) };
      report.add('trailing-blanks', place, 'blanks at the end of the line', 'Remove them', { fix });
    }
  }
}

const cutBy: Readonly<Record<CutText['as'], string>> = {
  comment: 'the text ends before this #: YAML reads a comment',
  tag: 'the word with "!" before this text is left out: YAML reads a type',
  anchor: 'the word with "&" before this text is left out: YAML reads an anchor',
  item: 'the comma before this text begins another rule: YAML reads a list',
};

const orElse: Readonly<Record<CutText['as'], string>> = {
  comment: ', or a blank behind the # of a comment',
  tag: '',
  anchor: '',
  item: ', or write each rule in a line that begins with "- "',
};

function checkCut({ sources, cuts }: Outline, report: Report): void {
  for (const [file, source] of sources) {
    for (const { start, end, as } of cuts.get(file) ?? []) {
      const place = { file, ...source.range(start, end) };
      report.add('cut-text', place, cutBy[as], `Put the whole text in quotes${orElse[as]}`);
    }
  }
}

/** UTF-16 units of the character at a place. */
function lengthAt(text: string, offset: number): number {
  return (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
}

/** Every text that answers can hold. */
export function textsOf({ guidance }: Outline): AuthoredText[] {
  const groups = kindNames.flatMap((kind) => guidance[kind]);
  return groups.flatMap(({ when, pieces }) => [
    ...(when === null ? [] : [when]),
    ...pieces.flatMap(({ texts, literal = [] }) => [...texts, ...literal]),
  ]);
}

function piecesOf({ guidance }: Outline, kind: KindName): AuthoredPiece[] {
  return guidance[kind].flatMap(({ pieces }) => pieces);
}

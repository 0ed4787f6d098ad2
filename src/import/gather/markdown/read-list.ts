import { isInstruction, startsWithVerb } from '../../../model/text/verbs.ts';
import { addRule, extendLast, flush, follow, placeOf, type Reading, skip } from './add-rule.ts';
import { areOpposites, isPicturedCode } from './example-regions.ts';
import {
  bareLead,
  continued,
  isCondition,
  type Lead,
  labelLead,
  plainLead,
  prefixed,
  situationOf,
} from './lead.ts';
import { dedent, itemText, type MarkdownBlock } from './markdown-blocks.ts';
import { isNegative, saysMust, saysShould } from './strength.ts';

/** Characters of a line above a list that is kept with its items. */
const longLeadIn = 300;
/** Characters of a text that can say when a procedure is followed. */
const longWhen = 1000;
/** Items of a list that is one rule with its lead-in. */
const mostTogether = 40;
const pointer = /^@\S+$/;
/** A line that speaks of the list alone. */
const aboutList =
  /\b(?:follow(?:ing|s)?|these|below|here are|guidelines?|rules|conventions|principles|practices|standards|requirements|things|points|list|addition(?:ally)?|furthermore)\b/i;

/** What the line above a list does to its items. */
type LeadIn =
  | { readonly how: 'each' | 'label'; readonly lead: Lead }
  | { readonly how: 'together' | 'needless' | 'none' };

const linesOf = ({ lines }: Reading, { start, end }: { start: number; end: number }) =>
  lines.slice(start, end);

/** A line that stops in the middle of its sentence. */
const open = /\b(?:that|whether|to|by|if|when|with|for|are|is|be|must|should|not)$/i;
/** Headings of what is counted, and not done one after the other. */
const namesRules =
  /\b(?:acceptance criteria|conventions|definition of done|gotchas|guidelines|mistakes|pitfalls|preferences|principles|rules|standards|style(?: ?guide)?|values)$/i;
/** Words that mean something of the sentence before. */
const backward = /\b(?:one|it|its|this|that|these|those|them|they|their|so|such|then)\b/i;

/** The last sentence of a text, which names the list below it, and what the text says before; as a whole where one needs the other. */
function splitLeadIn(text: string): { readonly before: string; readonly words: string } {
  const found = /^(.*(?:[^.][a-z`*)\]]|[\p{L}\d]{2})[.!?])\s+(\S.*)$/su.exec(text);
  const [, before = '', words = text] = found ?? [];
  return backward.test(words) || /\b(?:e\.g|i\.e|etc|vs)\.$/.test(before)
    ? { before: '', words: text }
    : { before, words };
}

function leadInOf({ prose, isVerbatim }: Reading, block: MarkdownBlock): LeadIn {
  const whole = prose?.isParagraph === true ? prose.text : '';
  if (isVerbatim) return { how: 'none' };
  const text = splitLeadIn(whole).words;
  if (open.test(whole) && text.length <= longLeadIn) return { how: 'each', lead: continued(text) };
  if (text.length > longLeadIn || !/:(?:\*\*|__)?$/.test(text)) return { how: 'none' };
  const words = plainLead(text);
  if (/^do(?:['’]?s)?$/i.test(words)) return { how: 'needless' };
  const bare = bareLead(words);
  if (bare !== null) return { how: 'each', lead: bare };
  const label = labelLead(words);
  if (label !== null) return { how: 'label', lead: label };
  const isShort = words.split(/\s+/).length <= 3;
  const isSaid = isCondition(words) || isNegative(words) || saysMust(words);
  if (isSaid || (isShort && startsWithVerb(words) && !aboutList.test(words)))
    return { how: 'each', lead: prefixed(words) };
  const instructing = block.items.filter(({ own }) => isInstruction(own) || saysMust(own)).length;
  const isInstructing = instructing * 2 > block.items.length || (instructing > 0 && aboutList.test(words));
  if (isInstructing || block.items.length > mostTogether || /^(?:follow|please follow)\b/i.test(words))
    return aboutList.test(words) ? { how: 'needless' } : { how: 'each', lead: prefixed(words) };
  return { how: 'together' };
}

/** What a line above a list says to do before its last sentence, which names the list; null where that is only to follow the list. */
function instructionBefore(text: string): string | null {
  const before = text
    .split(/(?<=[.!?])\s+/)
    .slice(0, -1)
    .join(' ');
  return isInstruction(before) && !/\b(?:these|following|below|list)\b/i.test(before) ? before : null;
}

/** A list as rules, one for each item, or one for all where the line above them only names them. */
export function readItems(reading: Reading, block: MarkdownBlock): void {
  const { prose } = reading;
  const leadIn = leadInOf(reading, block);
  if (leadIn.how === 'together' && prose !== null) {
    reading.prose = null;
    const text = `${prose.text}\n${outdented(linesOf(reading, block))}`;
    return addRule(reading, { start: prose.start, end: block.end }, text, { isProse: true });
  }
  if (leadIn.how === 'none' || prose === null) flush(reading);
  else {
    const why =
      leadIn.how === 'each' ? 'a lead-in, in front of each item below it' : 'a line about the list below it';
    reading.prose = null;
    const own =
      leadIn.how === 'needless' ? instructionBefore(prose.text) : splitLeadIn(prose.text).before || null;
    if (own === null) skip(reading, prose, why);
    else addRule(reading, prose, own, { isProse: true });
  }
  const lead = 'lead' in leadIn ? leadIn.lead : null;
  const isExample = examplesOf(reading, block, lead);
  for (const item of block.items) {
    const written = itemText(linesOf(reading, item));
    const text = reading.isVerbatim ? written : written.replace(/^\[[ xX]\]\s+/, '');
    if (pointer.test(text)) follow(reading, item.start, text.slice(1));
    else if (!isExample(text) || !extendLast(reading, item, text)) addRule(reading, item, text, { lead });
  }
}

/** Tells which items of a list, asked in their order, are examples of the rule above: code behind pictures, of both sorts. */
function examplesOf(
  reading: Reading,
  { items }: MarkdownBlock,
  lead: Lead | null,
): (text: string) => boolean {
  const pictured = items.map((item) => itemText(linesOf(reading, item))).filter(isPicturedCode);
  if (reading.isVerbatim || lead !== null || !areOpposites(pictured)) return () => false;
  // An item before them says what they are about; where there is none, it is the text above the list.
  let isBelow = pictured.length === items.length;
  return (text) => {
    const isExample = isBelow && isPicturedCode(text);
    isBelow = true;
    return isExample;
  };
}

/** Three steps or more, none of which is a rule, below nothing that makes rules of them. */
export function isProcedure(reading: Reading, block: MarkdownBlock): boolean {
  const { items } = block;
  if (items.length < 3 || items.some(({ own }) => saysMust(own) || pointer.test(own))) return false;
  if (!reading.isVerbatim && namesRules.test(reading.sections.title ?? '')) return false;
  if (isInventory(reading, block)) return false;
  const leadIn = leadInOf(reading, block);
  const lead = 'lead' in leadIn ? leadIn.lead : null;
  return lead?.isStrict !== true && (reading.isVerbatim || reading.sections.lead?.isStrict !== true);
}

/** A sentence that says what something consists of, and none of what to do. */
const stating =
  /\b(?:is|are|has|have|consists?|contains?|includes?|comprises?|uses?|go(?:es)?|flows?|pass(?:es)?|runs?|built|composed|divided|made|organi[sz]ed|split)\b/i;
const counted =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|\d+|several|layers|levels|tiers|parts|components|modules|services|packages|folders|kinds|types|environments)\b/i;
const ofSteps =
  /\b(?:steps?|stages?|phases?|procedure|process|follow(?:s|ing)?|how|do|in (?:this )?order|checklist|to-?dos?|tasks?|you|must|should)\b/i;
/** What begins a step, and the name of nothing. */
const stepWord =
  /^(?:then|first(?:ly)?|next|finally|afterwards?|now|once|make|if|when|after|before|optional(?:ly)?)\b/i;

/** A word, or code with what it is; code alone is a command to run. */
const namesThing = /^(?:\p{L}|`[^`]+`[*_]*\s*(?:[-–—:(]|(?:is|are|holds?|has|contains?)\b))/u;

/** A path or a name as code, and what it is behind a dash: "**`src/module.ts`** — Plugin bootstrap". */
const namedPart =
  /^(?:\*\*|__|\*|_)?`(?=[^`\s]*(?:[./_]|[a-z][A-Z]|\(\)))[^`\s]+`(?:\*\*|__|\*|_)?\s*[-–—:]\s*(?=\S)/;

/** Numbered files or parts, each with what it is, below nothing that speaks of steps. */
function areNamedParts({ prose, sections }: Reading, { items }: MarkdownBlock): boolean {
  const title = sections.title ?? '';
  if (ofSteps.test(title) || situationOf(title) !== null) return false;
  const above = prose?.isParagraph === true ? splitLeadIn(prose.text).words : '';
  if (ofSteps.test(above) || isCondition(above) || isInstruction(above) || /^to\b/i.test(above)) return false;
  const instructing = items.filter(({ own }) => isInstruction(own.replace(namedPart, '')));
  return items.every(({ own }) => namedPart.test(own)) && instructing.length * 2 < items.length;
}

/** Numbered parts of something, named each or below a line that says so: "Requests go through three layers:". */
function isInventory(reading: Reading, block: MarkdownBlock): boolean {
  const { prose, isVerbatim } = reading;
  const { items } = block;
  if (isVerbatim) return false;
  if (areNamedParts(reading, block)) return true;
  if (prose?.isParagraph !== true) return false;
  const { words } = splitLeadIn(prose.text);
  const isStatement = /^[\p{L}`*]/u.test(words) && /:(?:\*\*|__)?$/.test(words) && stating.test(words);
  if (
    !isStatement ||
    !counted.test(words) ||
    ofSteps.test(words) ||
    isCondition(words) ||
    isInstruction(words)
  )
    return false;
  return items.every(({ own }) => {
    const name = own.replace(/^[*_]+/, '');
    return namesThing.test(name) && !isInstruction(name) && !stepWord.test(name);
  });
}

/** A text that speaks of the steps below it. */
const aboutSteps =
  /^(?:this|these|it|they)\b|\b(?:steps?|stages?|phases?|procedure|process|following|below|in (?:this )?order|checklist|list)\b|:(?:\*\*|__)?$/i;

/** Whether a text above steps says what has to be so, and not when or how to follow them. */
function isObligation(text: string): boolean {
  return !aboutSteps.test(text) && !isCondition(text) && (saysMust(text) || saysShould(text));
}

/** A numbered list as a kata. */
export function readProcedure(reading: Reading, block: MarkdownBlock): void {
  const { prose, findings } = reading;
  const { category, name, heading, situation } = reading.sections.useKata();
  let paragraph: string | null = null;
  const isRule = prose?.isParagraph === true && !reading.isVerbatim && isObligation(prose.text);
  if (prose?.isParagraph === true && prose.text.length <= longWhen && !isRule) {
    paragraph = prose.text.replace(/\s+/g, ' ');
    findings.push({ ...placeOf(prose), as: 'when', category, kata: name });
    reading.prose = null;
  } else flush(reading);
  reading.last = null;
  const said = paragraph ?? situation ?? heading ?? (isRule ? reading.sections.title : null);
  const when = heading !== null && paragraph !== null ? `${heading}: ${paragraph}` : said;
  const text = outdented(linesOf(reading, block));
  const isProposed = when !== null && paragraph === null;
  const procedure = { name, when, isProposed, procedure: text, files: [] };
  reading.kata = findings.length;
  findings.push({ ...placeOf(block), as: 'kata', category, kata: name, procedure });
}

function outdented(lines: readonly string[]): string {
  const columns = /^ */.exec(lines[0] ?? '')?.[0].length ?? 0;
  return lines
    .map((line) => dedent(line, columns))
    .join('\n')
    .trimEnd();
}

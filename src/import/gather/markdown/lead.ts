import { startsWithVerb } from '../../../model/text/verbs.ts';
import { isNegative, saysMust } from './strength.ts';

/** What a heading, or a line that ends with a colon, says about all that stands below it. */
export interface Lead {
  /** A text below it, so that it says the same by itself. */
  apply(text: string): string;
  /** How strong it makes what stands below; null where the words of each decide. */
  readonly must: boolean | null;
  /** Whether it makes rules of what would be steps: what is forbidden, or mandatory. */
  readonly isStrict: boolean;
  /** The situation that it names: "When you add a migration". */
  readonly situation?: string;
}

const mark = /^(?:(?:\p{Extended_Pictographic}|\uFE0F|\u200D)+|[✔✓✗✘])\s*/u;
const never =
  /^(?:never|never do|(?:things )?(?:to )?never (?:to )?do(?: (?:this|these|that|it))?|never ever)$/i;
const forbidden =
  /^(?:(?:you )?(?:must|may|shall) not(?: do)?|mustn['’]?t|do not(?: do)?(?: (?:this|these|it))?|don['’]?ts?(?: do)?(?: (?:this|these|it))?|(?:what|things) (?:not to do|you must not do|to not do)|(?:strictly )?(?:forbidden|prohibited|disallowed|banned)(?: (?:things|actions|patterns|practices))?|(?:it is )?not (?:allowed|permitted)|anti-?patterns?|no-?gos?|off[- ]limits|bad practices?)$/i;
const avoid =
  /^(?:(?:things |what |patterns )?(?:to )?avoid(?: doing)?(?: (?:this|these|the following))?|(?:common |frequent )?(?:pitfalls|mistakes)(?: to avoid)?|(?:things|what) (?:[\w-]+ )?(?:often |usually )?gets? wrong)$/i;
const mandatory =
  /^(?:always(?: do)?(?: (?:this|these))?|(?:must|musts)(?:[- ](?:do|have)s?)?|required|mandatory|(?:hard|strict|critical|mandatory|golden|iron|non-negotiable|important|absolute) (?:rules?|requirements?|constraints?)|non-negotiables?|no exceptions)$/i;
const advised =
  /^(?:optional|recommended|recommendations|nice[- ]to[- ]haves?|suggest(?:ed|ions?)|shoulds?|preferred|preferences|tips)$/i;
/** A label that says nothing about what stands below it, but for whom it is. */
const bareLabel =
  /^(?:please )?(?:important|critical|notes?|remember|reminders?|nb|n\.b|fyi|heads[- ]up|keep in mind|be aware|(?:note|remember) that)(?: (?:for|to) (?:(?:all|any|the|ai|coding|automated|human|you|and|or|&) ?)*(?:agents?|assistants?|llms?|models?|bots?|tools?|contributors?|developers?|reviewers?|maintainers?|everyone|everybody)?)?$/i;
const asking = /^ask (?:first|before)\b/i;
const condition =
  /^[^\p{L}\p{N}]*(?:when|whenever|if|unless|before|after|while|during|until|only|except|for|in|on|as\s+soon\s+as)(?![\p{L}\p{N}])/iu;
/** Openings that look like a condition, and are none. */
const noCondition =
  /^(?:for (?:example|instance|more|details)|in (?:short|general|summary|addition|particular)|on call)\b/i;

/** The words of a heading or a lead-in, without marks of emphasis, pictures and the colon. */
export function plainLead(text: string): string {
  return text
    .trim()
    .replace(/:(\*{0,2}|_{0,2})$/, '$1')
    .replace(/^(\*\*|__|\*|_)(.+)\1$/s, '$2')
    .replace(mark, '')
    .replace(/[:!.\s]+$/, '')
    .trim();
}

/** What a heading says about what stands below it; null for one that only names it. */
export function leadOfHeading(title: string): Lead | null {
  const words = plainLead(title);
  const bare = bareLead(words) ?? (/^[❌🚫⛔]/u.test(title.trim()) ? forbid('Do not') : null);
  if (bare !== null) return bare;
  if (isCondition(words)) return prefixed(words);
  return saysMust(words) && !isNegative(words) ? { apply: (text) => text, must: true, isStrict: true } : null;
}

/** What a few words alone say about what stands below them. */
export function bareLead(words: string): Lead | null {
  if (never.test(words)) return forbid('Never');
  if (forbidden.test(words)) return forbid('Do not');
  if (avoid.test(words))
    return { apply: (text) => (isNegative(text) ? text : joined('Avoid', text)), must: null, isStrict: true };
  if (mandatory.test(words))
    return {
      apply: /^no exceptions$/i.test(words) ? (text) => joined(words, text) : (text) => text,
      must: true,
      isStrict: true,
    };
  if (advised.test(words)) return { apply: (text) => text, must: false, isStrict: false };
  if (asking.test(words)) return prefixed(words);
  return null;
}

/** A lead-in in front of each text; those that say themselves what is not to be done need none of it but a condition. */
export function prefixed(words: string): Lead {
  const isAlways = isCondition(words) || !isNegative(words);
  const must = saysMust(words) ? true : null;
  const isStrict = !isCondition(words) && (must === true || isNegative(words));
  const isSaid = (text: string) => text.toLowerCase().startsWith(`${words.toLowerCase()}:`);
  const apply = (text: string) =>
    isSaid(text) || (!isAlways && isNegative(text)) ? text : joined(words, text);
  return { apply, must, isStrict, ...(isCondition(words) && { situation: words }) };
}

/** A label such as "Important for AI agents", which the texts below it do not need; null for words that say more. */
export function labelLead(words: string): Lead | null {
  if (!bareLabel.test(words)) return null;
  return {
    apply: (text) => text,
    must: /\b(?:IMPORTANT|CRITICAL)\b/.test(words) ? true : null,
    isStrict: false,
  };
}

/** A line that the items below it go on with: "Check that" in front of "there is an owner,". */
export function continued(words: string): Lead {
  const apply = (text: string) => `${words} ${text.replace(/[,;](?: (?:and|or))?$/, '')}`;
  return { apply, must: saysMust(words) ? true : null, isStrict: saysMust(words) };
}

/** Verbs of work that a heading begins with, and words behind them that make a name of it: "Writing style". */
const working =
  /^(?:add|build|call|chang|choos|commit|contribut|creat|debug|delet|deploy|edit|expos|fetch|fix|handl|implement|import|introduc|mak|merg|migrat|modify|open|publish|push|read|refactor|releas|remov|renam|review|runn|stor|submitt|switch|test|touch|updat|upgrad|us|work|writ)ing\s+(?!(?:agreements?|blocks?|checklists?|commands?|conventions?|environments?|guide(?:line)?s?|instructions?|notes?|patterns?|policy|policies|principles?|process|requirements?|rules?|standards?|steps|strategy|style|tips|tools?|tree|workflow)\b)\S/i;

/** The situation that a heading names, as "when" it is; null for one that names a thing. */
export function situationOf(title: string): string | null {
  const words = plainLead(title).replace(/^\d+(?:\.\d+)*[.)]?\s+/, '');
  const lower = () => words.charAt(0).toLowerCase() + words.slice(1);
  if (isCondition(words)) return /^(?:only|except)\b/i.test(words) ? null : words;
  if (/^how to \w/i.test(words)) return `When you ${words.slice('how to '.length)}`;
  return working.test(words) ? `When ${lower()}` : null;
}

/** Whether a text says when what stands below it holds. */
export function isCondition(text: string): boolean {
  return condition.test(text) && !noCondition.test(text);
}

/** A text that is marked as bad or as good by a picture in front, or as important by a word in bold. */
export function withoutMark(text: string): { readonly text: string; readonly lead: Lead | null } {
  const important = /^(\*\*|__)(?:important|critical)(?::\1|\1:)\s+(?=\S)/i.exec(text);
  if (important !== null) {
    const lead = { apply: (rest: string) => rest, must: true, isStrict: false };
    return { text: text.slice(important[0].length), lead };
  }
  const found = /^(?:(❌|🚫|⛔|✗|✘)|(✅|✔️?|✓|👍))\uFE0F?\s+/u.exec(text);
  if (found === null) return { text, lead: null };
  const rest = text.slice(found[0].length);
  return { text: rest, lead: found[1] === undefined ? null : forbid('Do not') };
}

function forbid(words: 'Never' | 'Do not'): Lead {
  const apply = (text: string) => {
    if (isNegative(text)) return text;
    const verb = startsWithVerb(text);
    return verb ? `${words} ${text.charAt(0).toLowerCase()}${text.slice(1)}` : joined('Not allowed', text);
  };
  return { apply, must: true, isStrict: true };
}

/** A block of Markdown stays on lines of its own. */
function joined(words: string, text: string): string {
  return `${words}:${/^(?:`{3}|[~|>]|[-+*] |#+ )/.test(text) ? '\n\n' : ' '}${text}`;
}

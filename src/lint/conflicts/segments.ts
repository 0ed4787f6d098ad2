import type { Token } from './tokens.ts';
import { contrastPhrases, reasonPhrases, silentWords } from './vocabulary.ts';

/** A clause of a rule. */
export interface Segment {
  readonly tokens: readonly Token[];
  /** It says why. */
  readonly isReason: boolean;
  /** It says what to do something else than, or what to do instead of that. */
  readonly contrast: 'this' | 'not that' | null;
  /** It stands before a colon, and only says what the next ones are about. */
  readonly isLabel: boolean;
}

type Sort = Omit<Segment, 'tokens' | 'isLabel'>;
type Start = Sort & { readonly length: number };

const plain = { isReason: false, contrast: null } as const;
/** Words of a contrast that has no verb: `not tabs`. */
const longestFragment = 3;

/** The clauses of a rule's tokens. "Align with spaces, not tabs" has two: "align with spaces" and, as a contrast, "align with tabs". */
export function segmentsOf(tokens: readonly Token[]): Segment[] {
  const segments: Segment[] = [];
  let kind: Sort = plain;
  let current: Token[] = [];
  const close = (isLabel: boolean) => {
    if (current.length > 0) segments.push(...joined(segments, { tokens: current, ...kind, isLabel }));
    current = [];
  };
  for (let at = 0; at < tokens.length; ) {
    const started = startAt(tokens, at, current);
    if (started === null) {
      const token = tokens[at++] as Token;
      if (token.kind !== 'comma') current.push(token);
      continue;
    }
    const token = tokens[at] as Token;
    close(token.kind === 'stop' && token.isColon && at < tokens.length - 1);
    kind = started;
    at += started.length;
  }
  close(false);
  return segments;
}

/** A contrast takes the verb and what surrounds it from the clause before, which is marked as the other side of it. */
function joined(segments: Segment[], segment: Segment): Segment[] {
  const before = segments.at(-1);
  if (segment.contrast === null) return [segment];
  if (before === undefined) return [{ ...segment, contrast: null }];
  segments.pop();
  return [
    { ...before, contrast: 'this' },
    { ...segment, tokens: [...withoutLastWord(before.tokens), ...segment.tokens] },
  ];
}

/** What clause starts at a place, and how many tokens only say that it does; null where the one before goes on. */
function startAt(tokens: readonly Token[], at: number, before: readonly Token[]): Start | null {
  const token = tokens[at] as Token;
  if (token.kind === 'stop') return { ...plain, length: 1 };
  const contrast = phraseAt(contrastPhrases, tokens, at);
  if (contrast > 0) return { isReason: false, contrast: 'not that', length: contrast };
  // "Say which file" asks for something that "say which team" does not; a comma before it makes the rest an aside.
  const isAsked = wordAt(tokens, at) === 'which' && tokens[at - 1]?.kind !== 'comma';
  const reason = before.length > 0 && !isAsked ? phraseAt(reasonPhrases, tokens, at) : 0;
  if (reason > 0) return { isReason: true, contrast: null, length: reason };
  if (wordAt(tokens, at) === 'over' && before.some(isPreference)) {
    return { isReason: false, contrast: 'not that', length: 1 };
  }
  if (token.kind !== 'comma') return null;
  const next = wordAt(tokens, at + 1);
  if ((next === 'not' || next === 'never') && isFragment(tokens, at + 2)) {
    return { isReason: false, contrast: 'not that', length: 2 };
  }
  if (next === 'so') return { isReason: true, contrast: null, length: 2 };
  const isClause = next === 'but' || next === 'never' || (next === 'do' && wordAt(tokens, at + 2) === 'not');
  return isClause ? { ...plain, length: 1 } : null;
}

/** Whether what follows is too short to have a verb. */
function isFragment(tokens: readonly Token[], start: number): boolean {
  const rest = tokens.slice(start, start + longestFragment + 1);
  const end = rest.findIndex(({ kind }) => kind === 'stop' || kind === 'comma');
  const length = end === -1 ? rest.length : end;
  return length > 0 && length <= longestFragment;
}

function isPreference(token: Token): boolean {
  return token.kind === 'word' && /^(?:prefer|favou?r|choose)/.test(token.text);
}

function withoutLastWord(tokens: readonly Token[]): Token[] {
  const last = tokens.findLastIndex(
    (token) => token.kind === 'code' || (token.kind === 'word' && !silentWords.has(token.text)),
  );
  return tokens.filter((_, index) => index !== last);
}

/** The word at a place; null where there is none. */
export function wordAt(tokens: readonly Token[], at: number): string | null {
  const token = tokens[at];
  return token?.kind === 'word' ? token.text : null;
}

/** How many words of one of these phrases stand at a place; 0 where none does. */
export function phraseAt(
  phrases: readonly (readonly string[])[],
  tokens: readonly Token[],
  at: number,
): number {
  const found = phrases.find((words) => words.every((word, index) => wordAt(tokens, at + index) === word));
  return found?.length ?? 0;
}

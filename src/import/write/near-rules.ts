import { parseDocument } from 'yaml';
import { escapeTemplate } from '../escape-template.ts';
import type { Plan } from '../plan.ts';
import type { ExistingScope } from './merge-scope.ts';
import { rulesOf } from './scope-document.ts';

/** The share of their words that two rules have in common, of which one may be the other before a change. */
const nearShare = 0.6;
/** Words that any rule may have, in small letters. */
const common = new Set(
  'a all always an and any are as at be by do don every for from if in is it must never no not of on only or should t that the to use when with'.split(
    ' ',
  ),
);
/** Words of a rule that are compared, so that a long text costs little. */
const mostWords = 200;
/** Rules of a category that are compared with each other, old and new. */
const mostRules = 1000;

/**
 * Rules of a scope that no source has, each beside a new rule of its category in nearly the same words: a source that was changed
 * since leaves the old one. In words for people.
 */
export function nearRules(scope: string, found: Plan, missing: Plan, { texts }: ExistingScope): string[] {
  const documents = (['commandments', 'suggestions'] as const).map((kind) => ({
    strength: kind === 'commandments' ? 'MUST' : 'SHOULD',
    document: parseDocument(texts.get(kind) ?? ''),
  }));
  return [...missing.categories].flatMap(([category, { rules }]) => {
    const said = new Set(found.categories.get(category)?.rules.map(({ text }) => escapeTemplate(text)));
    const added = rules.slice(0, mostRules).map(({ text }) => ({ text, words: wordsOf(text) }));
    return documents.flatMap(({ strength, document }) =>
      rulesOf(document, category)
        .filter((text) => !said.has(text))
        .slice(0, mostRules)
        .flatMap((text) => {
          const words = wordsOf(text);
          const near = added.find((one) => shareOf(words, one.words) >= nearShare);
          return near === undefined
            ? []
            : [
                `"${strength} ${shown(text)}" of \`${category}\` in ${scope}, which no file has; remove it if "${shown(near.text)}" replaces it`,
              ];
        }),
    );
  });
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, mostWords);
  return new Set(words.filter((word) => !common.has(word)));
}

function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = [...one].filter((word) => other.has(word)).length;
  return both === 0 ? 0 : (2 * both) / (one.size + other.size);
}

function shown(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 80);
}

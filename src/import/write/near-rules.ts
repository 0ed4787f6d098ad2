import { parseDocument } from 'yaml';
import { escapeTemplate } from '../escape-template.ts';
import type { Plan } from '../plan.ts';
import type { ExistingScope } from './merge-scope.ts';
import { rulesOf } from './scope-document.ts';

/** The share of their words that two rules have in common, of which one may be the other before a change. */
const nearShare = 0.6;
/** Words of a rule that are compared, so that a long text costs little. */
const mostWords = 200;

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
    const added = rules.map(({ text }) => ({ text, words: wordsOf(text) }));
    return documents.flatMap(({ strength, document }) =>
      rulesOf(document, category)
        .filter((text) => !said.has(text))
        .flatMap((text) => {
          const words = wordsOf(text);
          const near = added.find((one) => shareOf(words, one.words) >= nearShare);
          return near === undefined
            ? []
            : [
                `"${strength} ${shown(text)}" of \`${category}\` in ${scope}, which no file has; "${shown(near.text)}" is near to it: remove the one that no longer holds`,
              ];
        }),
    );
  });
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, mostWords));
}

function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = [...one].filter((word) => other.has(word)).length;
  return both === 0 ? 0 : (2 * both) / (one.size + other.size);
}

function shown(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 80);
}

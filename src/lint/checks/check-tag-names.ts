import type { AuthoredText } from '../../content/authored.ts';
import { didYouMean } from '../../model/text/nearest.ts';
import type { VariableUse } from '../../template/parse/ast.ts';
import type { Report } from '../report.ts';

/** The tags of all scopes. */
export interface TagNames {
  /** Whether some scope has the tag, or may have it. */
  has(name: string): boolean;
  /** The tag that is meant by one which no scope has; null where none is like it, or not all tags are known. */
  meantBy(name: string): string | null;
}

/** Searches of one run: each costs time, and content may misspell as often as it likes. */
const mostSearches = 100;

/** `mayHave` says whether scopes whose tags were not read may have a tag; `isWhole`, that there are no such scopes. */
export function createTagNames(
  known: ReadonlySet<string>,
  mayHave: (name: string) => boolean,
  isWhole: boolean,
): TagNames {
  const found = new Map<string, string | null>();
  return {
    has: (name) => known.has(name) || mayHave(name),
    meantBy(name) {
      if (known.has(name) || !isWhole) return null;
      if (!found.has(name) && found.size < mostSearches) found.set(name, didYouMean(name, known));
      return found.get(name) ?? null;
    },
  };
}

/**
 * Reports the tags that a text asks for, and may lack, where no scope has them and one has a tag like it: a condition on such a
 * tag never holds. One that is like none is the business of scopes to come, and of readers of this server.
 */
export function checkTagNames(
  text: AuthoredText,
  variables: readonly VariableUse[],
  tags: TagNames,
  report: Report,
): void {
  for (const { name, path, offset, isOptional } of variables) {
    const [owner, key, tag] = path;
    if (!isOptional || (owner !== 'scope' && owner !== 'origin') || key !== 'tags' || tag === undefined)
      continue;
    const meant = tags.meantBy(tag);
    if (meant === null) continue;
    const hint = `Did you mean "${owner}.tags.${meant}"?`;
    report.add('unknown-tag', text, `no scope has the tag \`${tag}\``, hint, { offset, length: name.length });
  }
}

import type { AuthoredText } from '../../content/authored.ts';
import { didYouMean, isOneEditAway } from '../../model/text/nearest.ts';
import type { VariableUse } from '../../template/parse/ast.ts';
import type { Report } from '../report.ts';

/** The tags of all scopes, and their values. */
export interface TagNames {
  /** Whether some scope has the tag, or may have it. */
  has(name: string): boolean;
  /** The tag that is meant by one which no scope has; null where none is like it, or not all tags are known. */
  meantBy(name: string): string | null;
  /** The value of a tag that is meant by one which no scope has for it; null as above. */
  valueMeantBy(name: string, value: string): string | null;
}

/** Searches of one run: each costs time, and content may misspell as often as it likes. */
const mostSearches = 100;
/** Characters of a value for which one edit tells little: `eu` and `au` are both right. */
const shortValue = 3;

/** `mayHave` says whether scopes whose tags were not read may have a tag; `isWhole`, that there are no such scopes. */
export function createTagNames(
  known: ReadonlyMap<string, ReadonlySet<string>>,
  mayHave: (name: string) => boolean,
  isWhole: boolean,
): TagNames {
  const found = new Map<string, string | null>();
  const search = (key: string, find: () => string | null): string | null => {
    if (!found.has(key) && found.size < mostSearches) found.set(key, find());
    return found.get(key) ?? null;
  };
  return {
    has: (name) => known.has(name) || mayHave(name),
    meantBy(name) {
      if (known.has(name) || !isWhole) return null;
      return search(name, () => didYouMean(name, known.keys()));
    },
    valueMeantBy(name, value) {
      const values = known.get(name);
      if (values === undefined || values.has(value) || !isWhole) return null;
      const find = () => [...values].find((other) => isMisspelling(value, other)) ?? null;
      return search(JSON.stringify([name, value]), find);
    },
  };
}

/** Names of values are often alike and all right (`internal`, `external`; `zone-1`, `zone-2`), so that less counts than for tags. */
function isMisspelling(value: string, other: string): boolean {
  const [written, meant] = [value.toLowerCase(), other.toLowerCase()];
  if (written === meant) return true;
  const letters = (text: string) => text.replace(/\d+/g, '');
  return value.length > shortValue && letters(written) !== letters(meant) && isOneEditAway(written, meant);
}

/**
 * Reports the tags that a text asks for, and may lack, where no scope has them and one has a tag like it: a condition on such a
 * tag never holds. The same for a value that a tag is compared with. One that is like none is the business of scopes to come, and of readers of this server.
 */
export function checkTagNames(
  text: AuthoredText,
  variables: readonly VariableUse[],
  tags: TagNames,
  report: Report,
): void {
  for (const { name, path, offset, isOptional, comparedWith = [] } of variables) {
    const [owner, key, tag] = path;
    if (!isOptional || (owner !== 'scope' && owner !== 'origin') || key !== 'tags' || tag === undefined)
      continue;
    const place = { offset, length: name.length };
    const meant = tags.meantBy(tag);
    if (meant !== null) {
      const hint = `Did you mean "${owner}.tags.${meant}"?`;
      report.add('unknown-tag', text, `no scope has the tag \`${tag}\``, hint, place);
    }
    for (const value of comparedWith) {
      const other = tags.valueMeantBy(tag, value);
      if (other === null) continue;
      const message = `no scope has the value \`${value}\` for the tag \`${tag}\``;
      report.add('unknown-tag', text, message, `Did you mean "${other}"?`, place);
    }
  }
}

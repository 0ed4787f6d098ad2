import * as v from 'valibot';
import type { Immutable } from '../../model/immutable.ts';
import type { Origin } from '../../model/origin.ts';

const optionalText = v.exactOptional(v.string());

/** Where a piece of guidance is written, and what git knows of that line. */
export const placeShape = v.object({
  scope: v.string(),
  server: v.string(),
  file: v.string(),
  line: v.number(),
  column: v.exactOptional(v.number()),
  author: optionalText,
  date: optionalText,
  commit: optionalText,
  edit_url: optionalText,
  /** A shallow clone lacks the commit. */
  authorship: v.exactOptional(v.literal('shallow')),
});

export type Place = Immutable<v.InferOutput<typeof placeShape>>;

/** What tells the authorship of lines of local files. */
export interface Authors {
  of(
    lines: readonly { readonly file: string; readonly line: number }[],
  ): Promise<readonly Pick<Place, 'author' | 'date' | 'commit' | 'edit_url' | 'authorship'>[]>;
  /** The same of lines of sources, which are on no disk; nothing for those of masters. */
  elsewhere?(lines: readonly Origin[]): Promise<readonly Pick<Place, 'edit_url' | 'authorship'>[]>;
}

/** The same places with what git knows of them: of those in files of this server. Null for authors adds nothing. */
export async function withAuthors<Placed extends Origin>(
  places: readonly Placed[],
  authors: Authors | null,
): Promise<readonly Placed[]> {
  if (authors === null) return places;
  const local = places.filter(({ server }) => server === 'local');
  const others = authors.elsewhere === undefined ? [] : places.filter(({ server }) => server !== 'local');
  const [known, told] = await Promise.all([
    local.length === 0 ? [] : authors.of(local),
    others.length === 0 ? [] : authors.elsewhere?.(others),
  ]);
  const found = new Map([
    ...local.map((place, index) => [place, known[index]] as const),
    ...others.map((place, index) => [place, told?.[index]] as const),
  ]);
  return places.map((place) => ({ ...place, ...found.get(place) }));
}

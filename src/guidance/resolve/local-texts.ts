import type { Author } from '../../render/text-renderer.ts';
import type { LocalTexts, OwnGuidance, ResolvedScope } from '../guidance.ts';
import { type KindName, kindNames, kinds } from '../kinds.ts';
import { authorOfWhen } from './text-authors.ts';

/** What the texts of these local layers see, where none of them has tags. */
export function localTextsOf(layers: readonly OwnGuidance[]): LocalTexts {
  const whens = layers.flatMap((layer) => kindNames.flatMap((kind) => whensOf(layer, kind)));
  return { tags: {}, whens: new Set(whens) };
}

/** Whose text the `when` of a category is, which decides what it sees: `local` where a local file says the same. */
export function byWhen(
  scope: Pick<ResolvedScope, 'localTexts' | 'parts'>,
  kind: KindName,
  category: string,
  when: string,
): string | Author {
  const author = when.includes('{') ? authorOfWhen(scope, kind, category, when) : null;
  return author ?? serverOfWhen(scope, kind, category, when);
}

/** The server that decides what the `when` of a category sees. */
function serverOfWhen(
  { localTexts }: Pick<ResolvedScope, 'localTexts'>,
  kind: KindName,
  category: string,
  when: string,
): string {
  return localTexts === null || localTexts.whens.has(whenKey(kind, category, when)) ? 'local' : 'master';
}

function whensOf<Name extends KindName>(layer: OwnGuidance, kind: Name): string[] {
  return [...kinds[kind].groups(layer[kind])].flatMap(({ category, when }) =>
    category === null || when === null ? [] : [whenKey(kind, category, when)],
  );
}

function whenKey(kind: KindName, category: string, when: string): string {
  return JSON.stringify([kind, category, when]);
}

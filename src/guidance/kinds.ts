import { katas } from './katas/katas.ts';
import type { GuidanceKind } from './kind.ts';
import { commandments, suggestions } from './rules/rules.ts';
import { stories } from './stories/stories.ts';

/** The kinds of guidance, in the order in which everything lists them. A new one is a folder and a row here. */
const table = { commandments, suggestions, katas, stories };

type Table = typeof table;

export type KindName = keyof Table;

/** What the file of a kind says, and what is left of it once it is merged, by the kind's name. */
export type KindTypes = {
  readonly [Name in KindName]: Table[Name] extends GuidanceKind<infer Own, infer Merged, infer One>
    ? { readonly own: Own; readonly merged: Merged; readonly one: One }
    : never;
};

type Kinds = {
  readonly [Name in KindName]: GuidanceKind<
    KindTypes[Name]['own'],
    KindTypes[Name]['merged'],
    KindTypes[Name]['one']
  >;
};

export const kinds: Kinds = table;

export const kindNames: readonly KindName[] = Object.keys(table) as KindName[];

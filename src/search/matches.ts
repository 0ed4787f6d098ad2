/** Words to search for, each with its weight. */
export type Query = ReadonlyMap<string, number>;

/** How documents match a query, each by its place. Words count by their rarity, 1 for one that a single document has. */
export interface Matches {
  /** 0 for those that share no word with the query. */
  readonly scores: Float64Array;
  /** What the words that a document shares with the query are worth together. */
  readonly worths: Float64Array;
  /** The same of those that say what it is about. */
  readonly abouts: Float64Array;
  /** The share of all that the query's words are worth, those that no document has among them. */
  readonly covered: Float64Array;
  /** It shares a single word with the query, and many have that. */
  isCommon(document: number): boolean;
}

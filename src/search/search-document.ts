/** A text, and how much a word in it counts. */
export interface WeighedText {
  readonly text: string;
  readonly weight: number;
  /** It says what the whole is about, as a name does. */
  readonly isAbout?: boolean;
}

/** One thing that can be found, by texts of different weight. */
export interface SearchDocument {
  /** Dot path; documents below the same path are siblings. */
  readonly key: string;
  /** Texts that say what it is about. */
  readonly fields: readonly WeighedText[];
  /** Its parts, each searched like a field of weight 1; `bestPart` says which of them matches. */
  readonly parts: readonly string[];
  /** Keys of documents that it leads to. */
  readonly see?: readonly string[];
  /** What its score is multiplied by, 1 unless given. */
  readonly factor?: number;
}

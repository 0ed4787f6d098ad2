/** What is wrong with an entry, and the cure. */
export interface EntryTrouble {
  /** Whether the client cannot start Precept for certain. */
  readonly isFatal?: true;
  readonly message: string;
  readonly cure: string;
}

/** Something that could be typed at a place. */
export interface CompletionItem {
  readonly label: string;
  readonly kind: 'key' | 'scope' | 'category' | 'kata' | 'node' | 'value' | 'variable' | 'filter';
  /** What is typed; the label where it is left out. */
  readonly text?: string;
  /** A few words behind the label. */
  readonly detail?: string;
  /** Markdown. */
  readonly about?: string;
}

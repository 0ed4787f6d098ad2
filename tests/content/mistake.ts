/** A mistake that an author can make in one file of a scope, and what must be said of it. */
export interface Mistake {
  readonly name: string;
  readonly file: 'metadata.yml' | 'commandments.yml' | 'suggestions.yml';
  readonly content: string | Uint8Array;
  /** `line:column`, both from 1; a pattern where the place inside the line depends on the machine. */
  readonly at: string;
  readonly says: RegExp;
  readonly cure: RegExp;
}

export const row =
  (file: Mistake['file']) =>
  (name: string, content: Mistake['content'], at: string, says: RegExp, cure: RegExp): Mistake => ({
    name,
    file,
    content,
    at,
    says,
    cure,
  });

import type { Origin } from '../model/origin.ts';
import type { RuleDetails } from './rules/record/details.ts';
import type { Waiver } from './waivers/waiver.ts';

/** A piece of merged content that can be compared: it is found again by its element, category and name. */
export interface Part {
  /** `category`, or what it is: `kata`, `story`. */
  readonly element: string;
  /** Null for what has no categories. */
  readonly category: string | null;
  /** Null for a category. */
  readonly name: string | null;
  /** What it says as written, by field; a list is compared item by item. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The rules of a category, in order. */
  readonly rules: readonly PartRule[];
  /** The id of one of them. */
  idOf(rule: PartRule): string;
  /** Where it is written; of a category its first piece, null where it has none. */
  readonly origin: Origin | null;
}

export interface PartRule {
  readonly text: string;
  /** Where the text alone does not give it. */
  readonly id?: string;
  /** What it says beside its text, by field. */
  readonly details?: RuleDetails;
  /** What it is waived for, and until when. */
  readonly waivers?: readonly Waiver[];
  readonly origin: Origin;
}

/** The keys of a part that has no rules. */
export const withoutRules: Pick<Part, 'rules' | 'idOf'> = {
  rules: [],
  idOf: () => {
    throw new TypeError('there are no rules here');
  },
};

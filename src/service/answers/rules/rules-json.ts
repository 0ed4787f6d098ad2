import type { RuleDetails } from '../../../guidance/rules/record/details.ts';
import { type Waiver, writeWaiver } from '../../../guidance/waivers/waiver.ts';
import { type Reports, reports } from '../reports.ts';
import type { CategoryView, RulesView } from './rules-view.ts';

/** The rules of a category as answers give them. */
interface CategoryData {
  readonly when: string | null;
  readonly tags: readonly string[];
  readonly rules: readonly string[];
  /** The id of each rule, in their order. */
  readonly ids: readonly string[];
  /** What each rule says beside its text, in their order; only where one says something. */
  readonly details?: readonly (RuleDetails | null)[];
  /** The waivers that hold for some of them; only where there are some. */
  readonly waivers?: readonly Waiver[];
}

/** Why the rules of a category are chosen: it belongs to every change, it was asked for, or files or words are about it. */
export type ChoiceReason = 'always' | 'named' | 'paths' | 'words' | 'see';

/** A category that was chosen, or left out, and about what its rules cost. */
export interface ChosenCategory {
  readonly category: string;
  readonly by: ChoiceReason;
  readonly tokens: number;
}

/** The answer with the rules of a scope. */
export interface RulesData extends Reports {
  readonly metadata: {
    readonly name: string;
    readonly description: string;
    readonly parent: null;
    readonly tags: Readonly<Record<string, string>>;
    readonly sources: readonly string[];
  };
  readonly commandments: Readonly<Record<string, CategoryData>>;
  readonly suggestions: Readonly<Record<string, CategoryData>>;
  /** What there is to say where the rules were chosen for a task. */
  readonly chosen?: readonly ChosenCategory[];
  readonly left_out?: readonly ChosenCategory[];
  /** Categories that perhaps fit, and others that the scope has written itself. */
  readonly perhaps?: readonly string[];
  readonly own?: readonly string[];
}

/** The data of the rules of a scope. `parent` is always null: what was inherited is already in. */
export function rulesData(view: RulesView): RulesData {
  const { name, metadata, sources } = view.scope;
  const { description, tags } = metadata;
  return {
    metadata: { name, description, parent: null, tags, sources },
    commandments: byCategory(view.commandments),
    suggestions: byCategory(view.suggestions),
    ...reports(view.failures, view.scope),
  };
}

function byCategory(views: readonly CategoryView[]): Record<string, CategoryData> {
  return Object.fromEntries(views.map((view) => [view.category, toData(view)]));
}

function toData({ when, tags, rules, written, idOf, details, waivers }: CategoryView): CategoryData {
  return {
    when,
    tags,
    rules,
    // Only JSON shows them: agents, who read Markdown, need not wait for ten thousand hashes.
    get ids() {
      return written.map(idOf);
    },
    ...(details && { details }),
    ...(waivers && { waivers: distinct(waivers.flat()) }),
  };
}

/** Two rules of one text have one id, and the same waivers. */
function distinct(waivers: readonly Waiver[]): readonly Waiver[] {
  return [...new Map(waivers.map((one) => [JSON.stringify(writeWaiver(one)), writeWaiver(one)])).values()];
}

import { type Waiver, writeWaiver } from '../../../guidance/waivers/waiver.ts';
import { reports } from '../reports.ts';
import type { RulesData } from '../shapes.ts';
import type { CategoryView, RulesView } from './rules-view.ts';

type CategoryData = RulesData['commandments'][string];

/** A category that was chosen, or left out. */
export type ChosenCategory = NonNullable<RulesData['chosen']>[number];

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

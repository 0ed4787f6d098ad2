import type { FilePlace } from '../snapshot.ts';
import { contentItems } from './content-items.ts';
import type { CompletionItem } from './item.ts';
import { lineContext } from './line-context.ts';
import { settingItems } from './setting-items.ts';
import { templateItems, templateTagAt } from './template-items.ts';

export interface Completion {
  readonly items: readonly CompletionItem[];
  /** How many UTF-16 units before the place are replaced. */
  readonly typed: number;
}

/** Whatever fits at a place of a content file, of tests.yml or of the settings. */
export async function complete(place: FilePlace): Promise<Completion> {
  const { snapshot, name, text, offset } = place;
  const tag = templateTagAt(text, offset);
  if (tag !== null) return { items: await templateItems(place, tag), typed: tag.typed.length };
  const context = lineContext(text, offset);
  if (context.isText) return { items: [], typed: 0 };
  const isSettings = snapshot.project.pathOf(name) === snapshot.project.config.file;
  const items = await (isSettings ? settingItems(place, context) : contentItems(place, context));
  return { items, typed: context.typed.length };
}

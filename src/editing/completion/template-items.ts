import { templateVariables } from '../../config/template-variables.ts';
import { templateContext } from '../../guidance/resolve/template-context.ts';
import { builtinFilters } from '../../template/filters/filters.ts';
import { isMapping, type TemplateContext, type Value } from '../../template/value.ts';
import type { FilePlace } from '../snapshot.ts';
import type { CompletionItem } from './item.ts';

/** The tag of a template that a place is in. */
export interface TagPlace {
  readonly wants: 'variable' | 'filter';
  /** The names before the last dot. */
  readonly path: readonly string[];
  readonly typed: string;
}

/** The tag that is open at a place; null outside of tags and where nothing that has a name can stand. */
export function templateTagAt(text: string, offset: number): TagPlace | null {
  const before = text.slice(Math.max(0, offset - 2000), offset);
  const start = Math.max(before.lastIndexOf('{{'), before.lastIndexOf('{%'));
  if (start === -1 || /[}%]\}/.test(before.slice(start + 2))) return null;
  const inside = before.slice(start + 2);
  // Within quotes is text of the author's.
  if (inside.replace(/"[^"]*"|'[^']*'/g, '').match(/["']/)) return null;
  const [, words = ''] = /([\w.]*)$/.exec(inside) ?? [];
  const path = words.split('.');
  const typed = path.pop() ?? '';
  const behind = inside.slice(0, inside.length - words.length).trimEnd();
  return { wants: behind.endsWith('|') && path.length === 0 ? 'filter' : 'variable', path, typed };
}

/** The variables and filters that a text of the scope can use. */
export async function templateItems(place: FilePlace, { wants, path }: TagPlace): Promise<CompletionItem[]> {
  const { plugins } = place.snapshot.project;
  if (wants === 'filter') {
    const own = await plugins.filters();
    return [...new Set([...builtinFilters.keys(), ...own.keys()])].map((label) => ({
      label,
      kind: 'filter',
    }));
  }
  const context = await contextOf(place);
  let value: Value = context;
  for (const name of path) {
    value = isMapping(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  if (!isMapping(value)) return [];
  return Object.entries(value).map(([label, one]) => {
    const shown = detail(one);
    return { label, kind: 'variable', ...(shown !== '' && { detail: shown }) };
  });
}

/** What templates of a place's scope see; the category is that of whatever is asked for. */
export async function contextOf({
  snapshot,
  scope,
}: Pick<FilePlace, 'snapshot' | 'scope'>): Promise<TemplateContext> {
  const { config, plugins } = snapshot.project;
  const merged = snapshot.merged(scope);
  const variables = templateVariables(config);
  const category = { key: '', when: null };
  if (merged === null) return { ...(variables as TemplateContext), category };
  const { values } = await plugins.context(merged.resolved);
  const origin = { name: scope, tags: merged.scope.layer.metadata.tags };
  return { ...templateContext(variables, merged.resolved, values), origin, category };
}

function detail(value: Value): string {
  if (typeof value === 'string') return value.slice(0, 60);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

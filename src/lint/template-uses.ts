import type { ResolvedScope, ScopeLayer } from '../guidance/guidance.ts';
import type { Kata } from '../guidance/katas/kata.ts';
import type { AuthoredText } from '../guidance/outline.ts';
import { type Rule, ruleKinds } from '../guidance/rules/rule.ts';
import type { UserStory } from '../guidance/stories/story.ts';
import type { Origin } from '../model/origin.ts';
import type { LintScope } from './read-tree.ts';

/** A text with templates as one scope uses it, its own or inherited. */
export interface TemplateUse {
  readonly text: AuthoredText;
  /** Null where there is none, as in user stories. */
  readonly category: { readonly key: string; readonly when: string | null } | null;
  readonly isProcedure: boolean;
}

/** Every text with templates, by where merged content says that it is from. */
export interface TemplateIndex {
  readonly all: readonly AuthoredText[];
  /** The texts of a scope that merged content still holds, in its order. */
  usesOf(resolved: ResolvedScope): readonly TemplateUse[];
}

export function hasTemplate(text: string): boolean {
  return text.includes('{{') || text.includes('{%');
}

export function indexTemplates(scopes: Iterable<LintScope>): TemplateIndex {
  const all: AuthoredText[] = [];
  /** By the rule, kata or story that merged content hands on as it is. */
  const byOrigin = new Map<object, AuthoredText[]>();
  const procedures = new Set<AuthoredText>();
  const whens = new Map<string, AuthoredText>();
  const kept = (texts: readonly (AuthoredText | null)[]) => {
    const found = texts.filter((text) => text !== null && hasTemplate(text.text)) as AuthoredText[];
    all.push(...found);
    return found;
  };

  function indexScope({ name, layer, outline }: LintScope): void {
    const byPlace = new Map<string, AuthoredText[]>();
    const put = (at: AuthoredText, texts: readonly (AuthoredText | null)[]) => {
      const found = kept(texts);
      if (found.length > 0) byPlace.set(placeOf({ file: at.file, ...at.scalar }), found);
    };
    const putWhen = (kind: string, category: string, when: AuthoredText | null) => {
      for (const text of kept([when])) whens.set(whenKey(name, kind, category), text);
    };
    for (const kind of ruleKinds) {
      for (const { category, when, rules } of outline.rules[kind]) {
        putWhen(kind, category, when);
        for (const rule of rules) put(rule, [rule]);
      }
    }
    for (const { category, when, katas } of outline.katas) {
      putWhen('katas', category, when);
      for (const kata of katas) {
        put(kata.key, [kata.when, kata.procedure]);
        if (kata.procedure !== null) procedures.add(kata.procedure);
      }
    }
    for (const story of outline.stories) put(story.key, story.texts);
    if (byPlace.size === 0) return;
    for (const part of partsOf(layer)) {
      const texts = byPlace.get(placeOf(part.origin));
      if (texts !== undefined) byOrigin.set(part, texts);
    }
  }

  for (const scope of scopes) indexScope(scope);
  return {
    all,
    usesOf(resolved) {
      const uses: TemplateUse[] = [];
      if (all.length === 0) return uses;
      const add = (part: object, category: TemplateUse['category']) => {
        for (const text of byOrigin.get(part) ?? [])
          uses.push({ text, category, isProcedure: procedures.has(text) });
      };
      const addWhen = (kind: string, key: string, when: string | null) => {
        if (when === null || !hasTemplate(when)) return;
        for (const scope of resolved.lineage) {
          const text = whens.get(whenKey(scope, kind, key));
          if (text?.text !== when) continue;
          uses.push({ text, category: { key, when: null }, isProcedure: false });
          return;
        }
      };
      for (const kind of ruleKinds) {
        for (const [key, { when, rules }] of resolved[kind]) {
          addWhen(kind, key, when);
          const category = { key, when };
          for (const rule of rules) add(rule, category);
        }
      }
      for (const [key, { when, katas }] of resolved.katas) {
        addWhen('katas', key, when);
        for (const kata of katas.values()) add(kata, { key, when });
      }
      for (const story of resolved.stories.values()) add(story, null);
      return uses;
    },
  };
}

/** What keeps its identity when scopes are merged. */
function partsOf({ commandments, suggestions, katas, stories }: ScopeLayer): (Rule | Kata | UserStory)[] {
  return [
    ...[...commandments.values(), ...suggestions.values()].flatMap(({ rules }) => rules),
    ...[...katas.values()].flatMap((category) => [...category.katas.values()]),
    ...stories.values(),
  ];
}

function whenKey(scope: string, kind: string, category: string): string {
  return `${scope} ${kind} ${category}`;
}

function placeOf({ file, line, column }: Pick<Origin, 'file' | 'line' | 'column'>): string {
  return `${file}:${line}:${column}`;
}

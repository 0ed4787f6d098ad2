import type { AuthoredText } from '../content/authored.ts';
import type { Guidance, ResolvedScope } from '../guidance/guidance.ts';
import type { Group } from '../guidance/kind.ts';
import { type KindName, kindNames, kinds } from '../guidance/kinds.ts';
import type { Origin } from '../model/origin.ts';
import type { LintScope } from './lint-scope.ts';

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
  /** By the piece that merged content hands on as it is. */
  const byPiece = new Map<object, AuthoredText[]>();
  const procedures = new Set<AuthoredText>();
  const whens = new Map<string, AuthoredText>();
  const kept = (texts: readonly AuthoredText[]) => {
    const found = texts.filter(({ text }) => hasTemplate(text));
    all.push(...found);
    return found;
  };

  for (const { name, layer, outline } of scopes) {
    const byPlace = new Map<string, AuthoredText[]>();
    for (const kind of kindNames) {
      for (const { category, when, pieces } of outline.guidance[kind]) {
        for (const text of kept(when === null ? [] : [when])) {
          whens.set(whenKey(name, kind, category?.name ?? ''), text);
        }
        for (const { at, texts, procedure } of pieces) {
          const found = kept(texts);
          if (found.length > 0) byPlace.set(placeOf({ file: at.file, ...at.scalar }), found);
          if (procedure !== null) procedures.add(procedure);
        }
      }
    }
    if (byPlace.size === 0) continue;
    for (const piece of kindNames.flatMap((kind) => groupsOf(kind, layer)).flatMap(({ pieces }) => pieces)) {
      const texts = byPlace.get(placeOf(piece.origin));
      if (texts !== undefined) byPiece.set(piece, texts);
    }
  }

  function* usesIn(kind: KindName, { category, when, pieces }: Group, lineage: readonly string[]) {
    if (category !== null && when !== null && hasTemplate(when)) {
      const texts = lineage.map((scope) => whens.get(whenKey(scope, kind, category)));
      const text = texts.find((one) => one?.text === when);
      if (text !== undefined) yield { text, category: { key: category, when: null }, isProcedure: false };
    }
    const within = category === null ? null : { key: category, when };
    for (const text of pieces.flatMap((piece) => byPiece.get(piece) ?? [])) {
      yield { text, category: within, isProcedure: procedures.has(text) };
    }
  }

  return {
    all,
    usesOf(resolved) {
      if (all.length === 0) return [];
      return kindNames.flatMap((kind) =>
        groupsOf(kind, resolved).flatMap((group) => [...usesIn(kind, group, resolved.lineage)]),
      );
    },
  };
}

function groupsOf<Name extends KindName>(kind: Name, guidance: Guidance): readonly Group[] {
  return [...kinds[kind].groups(guidance[kind])];
}

function whenKey(scope: string, kind: string, category: string): string {
  return `${scope} ${kind} ${category}`;
}

function placeOf({ file, line, column }: Pick<Origin, 'file' | 'line' | 'column'>): string {
  return `${file}:${line}:${column}`;
}

import type { AuthoredText } from '../../content/authored.ts';
import type { Guidance, ResolvedScope } from '../../guidance/guidance.ts';
import type { Group } from '../../guidance/kind.ts';
import { type KindName, kindNames, kinds } from '../../guidance/kinds.ts';
import type { Rule } from '../../guidance/rules/rule.ts';
import type { Origin } from '../../model/origin.ts';
import type { TemplateOrigin } from '../../render/text-renderer.ts';
import type { LintScope } from '../lint-scope.ts';

/** A text with templates as one scope uses it, its own or inherited. */
export interface TemplateUse {
  readonly text: AuthoredText;
  /** Null where there is none, as in user stories. */
  readonly category: { readonly key: string; readonly when: string | null } | null;
  readonly isProcedure: boolean;
  /** The scope that wrote it; null for settings. */
  readonly author: TemplateOrigin | null;
  /** The text of a mandatory rule, which nobody must lose unawares. */
  readonly isMust: boolean;
}

/** The texts with templates of one scope's files. */
export interface ScopeTemplates {
  readonly all: readonly AuthoredText[];
  /** By the piece that merged content hands on as it is. */
  readonly byPiece: ReadonlyMap<object, readonly AuthoredText[]>;
  readonly procedures: ReadonlySet<AuthoredText>;
  /** By kind and category. */
  readonly whens: ReadonlyMap<string, AuthoredText>;
}

export function hasTemplate(text: string): boolean {
  return text.includes('{{') || text.includes('{%');
}

export function templatesIn({ layer, outline }: LintScope): ScopeTemplates {
  const all: AuthoredText[] = [];
  const byPiece = new Map<object, AuthoredText[]>();
  const procedures = new Set<AuthoredText>();
  const whens = new Map<string, AuthoredText>();
  const byPlace = new Map<string, AuthoredText[]>();
  const kept = (texts: readonly AuthoredText[]) => {
    const found = texts.filter(({ text }) => hasTemplate(text));
    all.push(...found);
    return found;
  };
  for (const kind of kindNames) {
    for (const { category, when, pieces } of outline.guidance[kind]) {
      for (const text of kept(when === null ? [] : [when])) {
        whens.set(whenKey(kind, category?.name ?? ''), text);
      }
      for (const { at, texts, procedure } of pieces) {
        const found = kept(texts);
        if (found.length > 0) byPlace.set(placeOf({ file: at.file, ...at.scalar }), found);
        if (found.length > 0 && procedure !== null) procedures.add(procedure);
      }
    }
  }
  if (byPlace.size > 0) {
    for (const piece of kindNames.flatMap((kind) => groupsOf(kind, layer)).flatMap(({ pieces }) => pieces)) {
      const texts = byPlace.get(placeOf(piece.origin));
      if (texts !== undefined) byPiece.set(piece, texts);
    }
  }
  return { all, byPiece, procedures, whens };
}

/** The texts with templates that merged content still holds, in its order; `of` gives those of a scope's own files. */
export function usesIn(
  resolved: ResolvedScope,
  of: (scope: string) => ScopeTemplates | undefined,
): readonly TemplateUse[] {
  const own = new Map(resolved.lineage.flatMap((scope) => [[scope, of(scope)] as const]));
  if ([...own.values()].every((templates) => (templates?.all.length ?? 0) === 0)) return [];

  const authors = new Map<string, TemplateOrigin>();
  const authorOf = (name: string): TemplateOrigin => {
    const known = authors.get(name);
    if (known !== undefined) return known;
    const author = { name, tags: resolved.parts.get(name)?.local?.metadata.tags ?? {} };
    authors.set(name, author);
    return author;
  };

  function* inGroup(kind: KindName, { category, when, pieces }: Group): Generator<TemplateUse> {
    if (category !== null && when !== null && hasTemplate(when)) {
      const texts = resolved.lineage.map((scope) => own.get(scope)?.whens.get(whenKey(kind, category)));
      const place = texts.findIndex((one) => one?.text === when);
      const text = texts[place];
      const author = authorOf(resolved.lineage[place] ?? '');
      if (text !== undefined)
        yield { text, category: { key: category, when: null }, isProcedure: false, author, isMust: false };
    }
    const within = category === null ? null : { key: category, when };
    for (const piece of pieces) {
      const templates = own.get(piece.origin.scope);
      for (const text of templates?.byPiece.get(piece.itself ?? piece) ?? []) {
        const isProcedure = templates?.procedures.has(text) ?? false;
        const isMust = kind === 'commandments' && kinds[kind].textOf(piece as Rule) === text.text;
        yield { text, category: within, isProcedure, author: authorOf(piece.origin.scope), isMust };
      }
    }
  }

  return kindNames.flatMap((kind) => groupsOf(kind, resolved).flatMap((group) => [...inGroup(kind, group)]));
}

function groupsOf<Name extends KindName>(kind: Name, guidance: Guidance): readonly Group[] {
  return [...kinds[kind].groups(guidance[kind])];
}

function whenKey(kind: string, category: string): string {
  return `${kind} ${category}`;
}

function placeOf({ file, line, column }: Pick<Origin, 'file' | 'line' | 'column'>): string {
  return `${file}:${line}:${column}`;
}

import * as v from 'valibot';
import { oneLine } from '../../../render/foreign-text.ts';
import { codeSpan } from '../../../render/markdown.ts';
import { type DataOf, defineOperation } from '../../operation.ts';
import { conflictsOf } from '../../runtime/answers/kept-conflicts.ts';
import { lookUpScopes } from '../../tasks/look-up-scopes.ts';
import { originShape } from '../shapes/explorer-shapes.ts';

const rule = v.object({
  kind: v.picklist(['commandments', 'suggestions']),
  category: v.string(),
  text: v.string(),
  id: v.string(),
  origin: originShape,
});

const conflictsShape = v.object({
  scopes: v.array(
    v.object({
      scope: v.string(),
      pairs: v.array(v.object({ code: v.string(), reason: v.string(), rules: v.tuple([rule, rule]) })),
      more: v.number(),
    }),
  ),
  is_cut: v.boolean(),
  /** Scopes that cannot be served, so that nothing is known of their rules. */
  unread: v.array(v.string()),
});

/** The page and the command of rules that repeat or contradict each other. */
export const exploreConflicts = defineOperation({
  name: 'explore_conflicts',
  title: 'Rules that repeat or contradict each other',
  description:
    'Pairs of rules of one scope that say the same or the opposite, each pair once, and what is left out.',
  needs: ['scope', 'scopes'],
  input: v.strictObject({}),
  output: conflictsShape,
  http: null,
  mcp: null,
  cli: { command: 'conflicts', format: 'markdown' },
  async run(_input, service) {
    const { names } = await service.scopes();
    const resolved = await lookUpScopes(names, (name) => service.scope(name).catch(() => null));
    const unread = names.filter((_, index) => resolved[index] === null);
    const { scopes, isCut } = await conflictsOf(resolved.flatMap((scope) => scope ?? []));
    const data = {
      scopes: [...scopes]
        .sort((a, b) => (a.scope < b.scope ? -1 : 1))
        .map(({ scope, told, more }) => ({
          scope,
          pairs: told.map(({ code, reason, rules: [first, second], ids }) => ({
            code,
            reason,
            rules: [toRule(first, ids[0]), toRule(second, ids[1])] as const,
          })),
          more,
        })),
      is_cut: isCut || resolved.length < names.length,
      unread,
    };
    return { data, presentation: null };
  },
  texts: async () => ({ markdown: conflictsMarkdown }),
});

const relations: Readonly<Record<string, string>> = {
  strength: 'MUST and SHOULD',
  polarity: 'opposites',
  number: 'different numbers',
  'same words': 'the same words',
  'similar words': 'nearly the same words',
};

function conflictsMarkdown({ scopes, is_cut: isCut, unread }: DataOf<typeof conflictsShape>): string {
  const parts = scopes.map(({ scope, pairs, more }) => {
    const told = pairs.map(({ code, reason, rules }) => {
      const lines = rules.map(
        ({ kind, category, text, origin }) =>
          `  - ${kind === 'commandments' ? 'MUST' : 'SHOULD'} ${codeSpan(category)} ${oneLine(text)} (${origin.file}:${origin.line})`,
      );
      const silence = `  - both are right? lint_ignore: [{rules: [${rules.map(({ id }) => id).join(', ')}]}]`;
      return [`- ${relations[reason] ?? code}`, ...lines, silence].join('\n');
    });
    return [`## ${scope}`, '', ...told, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
  });
  if (parts.length === 0)
    parts.push('No two rules of a scope repeat or contradict each other, as far as their words tell.');
  if (isCut) parts.push('There are more scopes or pairs than are looked at in one answer.');
  if (unread.length > 0)
    parts.push(`Not looked at, because they cannot be served: ${unread.map(codeSpan).join(', ')}.`);
  return `${parts.join('\n\n')}\n`;
}

function toRule(
  {
    kind,
    category,
    rule: { text, origin },
  }: {
    readonly kind: 'commandments' | 'suggestions';
    readonly category: string;
    readonly rule: { readonly text: string; readonly origin: v.InferOutput<typeof originShape> };
  },
  id: string,
) {
  return { kind, category, text, id, origin };
}

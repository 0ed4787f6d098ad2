import * as v from 'valibot';
import { defineOperation } from '../../operation.ts';
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

/** The page of rules that repeat or contradict each other. */
export const exploreConflicts = defineOperation({
  name: 'explore_conflicts',
  title: 'Rules that repeat or contradict each other',
  description:
    'Pairs of rules of one scope that say the same or the opposite, each pair once, and what is left out.',
  input: v.strictObject({}),
  output: v.object({
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
  }),
  http: null,
  mcp: null,
  cli: null,
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
});

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

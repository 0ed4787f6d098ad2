import * as v from 'valibot';
import { type Origin, withoutColumn } from '../../model/origin.ts';
import { defineWire, type PlainAddress, type PlainReader, type Wire, type WireReader } from '../wire.ts';
import { entriesSchema, none, origin, plainTexts, texts, when } from '../wire-schemas.ts';
import type { RuleCategories, RuleCategory, RuleKind } from './rule.ts';

const bundled = v.optional(
  entriesSchema(v.object({ when, tags: texts, rules: v.array(v.object({ text: v.string(), origin })) })),
  none,
);

const plainRules = v.optional(
  v.nullable(entriesSchema(v.nullable(v.object({ when, tags: plainTexts, rules: plainTexts })))),
  null,
);
const plainAnswer = v.object({ commandments: plainRules, suggestions: plainRules });

/** Where masters without bundles have the rules of both kinds. */
const address: PlainAddress = { path: '/rules?debug=true', isOptional: false };

/** How commandments travel between servers. */
export const commandmentsWire: Wire<RuleCategories> = defineWire({
  entries: { commandments: bundled },
  read: ({ commandments }, tools) => readRules(commandments, tools),
  write: (content) => ({ commandments: writeRules(content) }),
  plain: {
    lists: [address],
    read: async ([answer], tools) => ({ commandments: readPlain(answer, 'commandments', tools) }),
  },
});

/** How suggestions travel between servers. */
export const suggestionsWire: Wire<RuleCategories> = defineWire({
  entries: { suggestions: bundled },
  read: ({ suggestions }, tools) => readRules(suggestions, tools),
  write: (content) => ({ suggestions: writeRules(content) }),
  plain: {
    lists: [address],
    read: async ([answer], tools) => ({ suggestions: readPlain(answer, 'suggestions', tools) }),
  },
});

function readRules(
  categories: v.InferOutput<typeof bundled>,
  { byName, clean, cleanOrNull, origin: toOrigin }: WireReader,
): RuleCategories {
  return byName(
    categories,
    ({ when, tags, rules }): RuleCategory => ({
      when: cleanOrNull(when),
      tags: tags.map(clean),
      rules: rules.map((rule) => ({ text: clean(rule.text), origin: toOrigin(rule.origin) })),
    }),
  );
}

function writeRules(categories: RuleCategories): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...categories].map(([category, { when, tags, rules }]) => [
      category,
      { when, tags, rules: rules.map(({ text, origin }) => ({ text, origin: withoutColumn(origin) })) },
    ]),
  );
}

function readPlain(answer: unknown, kind: RuleKind, tools: PlainReader): Readonly<Record<string, unknown>> {
  const categories = tools.check(plainAnswer, answer, 'answer with rules')[kind] ?? [];
  const from = tools.origin(kind);
  return Object.fromEntries(
    categories.flatMap(([name, category]) =>
      category === null ? [] : [[name, toBundled(category.when, category.tags, category.rules, from)]],
    ),
  );
}

function toBundled(
  when: string | null,
  tags: readonly string[] | null,
  rules: readonly string[] | null,
  origin: Origin,
) {
  return { when, tags: tags ?? [], rules: (rules ?? []).map((text) => ({ text, origin })) };
}

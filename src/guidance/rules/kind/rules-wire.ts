import * as v from 'valibot';
import { type Origin, withoutColumn } from '../../../model/origin.ts';
import { saysOrigin } from '../../says-origin.ts';
import {
  defineWire,
  type PlainAddress,
  type PlainReader,
  type Wire,
  type WireReader,
} from '../../wire/wire.ts';
import {
  always,
  entriesSchema,
  none,
  origin,
  plainTags,
  plainTexts,
  texts,
  when,
  writeLinks,
} from '../../wire/wire-schemas.ts';
import { bundledRecord, readRecord } from '../record/record-wire.ts';
import { writeDetails } from '../record/write-record.ts';
import type { Rule, RuleCategories, RuleCategory, RuleKind } from '../rule.ts';
import { ruleId } from '../rule-id.ts';

const bundled = v.optional(
  entriesSchema(
    v.object({
      when,
      tags: texts,
      paths: texts,
      see: texts,
      // Servers of before this was written replace whatever lies below.
      append: v.fallback(v.optional(v.boolean(), false), false),
      always,
      rules: v.array(
        v.object({
          text: v.string(),
          written: v.fallback(v.optional(v.string()), undefined),
          ...bundledRecord,
          details_origin: v.fallback(v.optional(v.pick(origin, ['server', 'scope'])), undefined),
          origin,
        }),
      ),
    }),
  ),
  none,
);

const plainRules = v.optional(
  v.nullable(entriesSchema(v.nullable(v.object({ when, tags: plainTags, rules: plainTexts })))),
  null,
);
const plainAnswer = v.object({ commandments: plainRules, suggestions: plainRules });

/** Where masters without bundles have the rules of both kinds. */
const address: PlainAddress = { path: '/rules?debug=true', isOptional: false };

/** How commandments travel between servers. */
export const commandmentsWire: Wire<RuleCategories> = defineWire({
  entries: { commandments: bundled },
  read: ({ commandments }, tools) => readRules('commandments', commandments, tools),
  write: (content) => ({ commandments: writeRules('commandments', content) }),
  plain: {
    lists: [address],
    read: async ([answer], tools) => ({ commandments: readPlain(answer, 'commandments', tools) }),
  },
});

/** How suggestions travel between servers. */
export const suggestionsWire: Wire<RuleCategories> = defineWire({
  entries: { suggestions: bundled },
  read: ({ suggestions }, tools) => readRules('suggestions', suggestions, tools),
  write: (content) => ({ suggestions: writeRules('suggestions', content) }),
  plain: {
    lists: [address],
    read: async ([answer], tools) => ({ suggestions: readPlain(answer, 'suggestions', tools) }),
  },
});

function readRules(
  kind: RuleKind,
  categories: v.InferOutput<typeof bundled>,
  tools: WireReader,
): RuleCategories {
  const { byName, clean, cleanOrNull, origin: toOrigin } = tools;
  return byName(
    categories,
    ({ when, tags, paths, see, always, append, rules }): RuleCategory => ({
      ...(append && kind === 'suggestions' && { append }),
      when: cleanOrNull(when),
      tags: tags.map(clean),
      paths: paths.map(clean),
      see: see.map(clean),
      always,
      rules: rules.map(({ text: told, written = told, origin, details_origin, ...record }): Rule => {
        const text = clean(told);
        // Of a server on the way, which has taken hidden characters out already.
        const original = written === told || clean(written) === text ? written : told;
        const rule = {
          text,
          ...(original !== text && { written: original }),
          ...readRecord(record, tools),
          ...(details_origin !== undefined && { detailsBy: tools.author(details_origin) }),
          origin: toOrigin(origin),
        };
        const waivers = tools.waivers.size === 0 ? undefined : tools.waivers.get(ruleId(kind, rule));
        return waivers === undefined ? rule : { ...rule, waivers };
      }),
    }),
  );
}

function writeRules(kind: RuleKind, categories: RuleCategories): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...categories].map(([category, { when, tags, paths, see, always, append = false, rules }]) => [
      category,
      {
        when,
        tags,
        ...writeLinks({ paths, see, always }),
        ...(append && { append }),
        rules: rules.map(({ text, written, id, details, detailsBy, origin }) => ({
          text,
          ...(written !== undefined && { written }),
          ...(id !== undefined && { id }),
          ...writeDetails(details),
          // Nothing else of the details depends on who wrote them.
          ...(detailsBy !== undefined && saysOrigin(details?.why) && { details_origin: detailsBy }),
          origin: withoutColumn(origin),
        })),
        ids: rules.map((rule) => ruleId(kind, rule)),
      },
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

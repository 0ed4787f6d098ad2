import * as v from 'valibot';
import type { KataCategory, RemoteScope, RuleCategory } from '../model/guidance.ts';
import { stripHidden } from '../model/hidden-text.ts';
import type { Origin } from '../model/origin.ts';
import type { Check, UserStory } from '../model/vision.ts';
import { parentsFirst } from '../resolve/order.ts';
import { type Bundle, bundleSchema } from './bundle-schema.ts';
import { MasterError } from './master-error.ts';

/**
 * A bundle's data as the guidance of one master: checked, hidden characters taken out, every origin led back to that
 * master. Throws MasterError where the shape is wrong.
 */
export function readBundle(url: string, data: unknown): RemoteScope {
  return toRemoteScope(url, checked(bundleSchema, data, 'bundle'));
}

/** Data of a checked shape; MasterError names the first wrong place. */
export function checked<Schema extends v.GenericSchema>(
  schema: Schema,
  data: unknown,
  what: string,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, data, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const place = (v.getDotPath(issue) ?? '').slice(0, 100);
  throw new MasterError(
    'connection',
    `its ${what} has the wrong shape${place && ` at ${place}`}: ${issue.message.slice(0, 200)}`,
  );
}

/** The guidance a bundle describes, whoever put it together. */
export function toRemoteScope(url: string, bundle: Bundle): RemoteScope {
  let cleaned = 0;
  const clean = (text: string) => {
    const plain = stripHidden(text);
    if (plain !== text) cleaned++;
    return plain;
  };
  const cleanOrNull = (text: string | null) => (text === null || text.trim() === '' ? null : clean(text));
  const originOf = (origin: Origin): Origin => ({
    // A chain of masters keeps the farthest; anything that is no address is the master's own.
    server: /^https?:\/\/[^\s@]{1,300}$/.test(origin.server) ? origin.server : url,
    scope: origin.scope,
    file: clean(origin.file),
    line: origin.line,
  });
  const rules = (categories: Bundle['commandments']) =>
    new Map(
      Object.entries(categories).map(([name, category]): [string, RuleCategory] => [
        clean(name),
        {
          when: cleanOrNull(category.when),
          tags: category.tags.map(clean),
          rules: category.rules.map(({ text, origin }) => ({ text: clean(text), origin: originOf(origin) })),
        },
      ]),
    );
  const katas = Object.entries(bundle.katas).map(([name, category]): [string, KataCategory] => {
    const own = Object.entries(category.katas).map(([kata, { when, procedure, origin }]) => ({
      name: clean(kata),
      when: cleanOrNull(when),
      procedure: clean(procedure),
      origin: originOf(origin),
    }));
    return [
      clean(name),
      { when: cleanOrNull(category.when), katas: new Map(own.map((kata) => [kata.name, kata])) },
    ];
  });
  const stories = Object.entries(bundle.tenka).map(([id, story]): [string, UserStory] => [
    id,
    { ...toStory(id, story, clean), origin: originOf(story.origin) },
  ]);
  const { description, tags } = bundle.metadata;
  return {
    url,
    description: clean(description ?? ''),
    tags: Object.fromEntries(Object.entries(tags).map(([name, value]) => [clean(name), clean(value)])),
    commandments: parentsFirst(rules(bundle.commandments)),
    suggestions: parentsFirst(rules(bundle.suggestions)),
    katas: parentsFirst(new Map(katas)),
    stories: new Map(stories),
    results: bundle.results,
    cleaned,
  };
}

function toStory(
  id: string,
  story: Bundle['tenka'][string],
  clean: (text: string) => string,
): Omit<UserStory, 'origin'> {
  const acs = Object.entries(story.acs).map(([ref, ac]) => {
    const { status = 'not_validated', automation = 'automated', checks = [] } = ac;
    const own: Check[] = checks.map((check) =>
      'test' in check
        ? { kind: 'automated', text: clean(check.test) }
        : { kind: 'manual', text: clean(check.manual), validated: check.validated },
    );
    return {
      ref,
      given: clean(ac.given),
      when: clean(ac.when),
      // biome-ignore lint/suspicious/noThenProperty: a word of acceptance criteria, never a function.
      then: clean(ac.then),
      active: ac.active,
      tags: ac.tags.map(clean),
      checks: own,
      stated: { status, automation },
      line: story.origin.line,
    };
  });
  const { who, what, why, tags, active } = story;
  const texts = { who: clean(who), what: clean(what), why: clean(why) };
  return { id, ...texts, tags: tags.map(clean), active, acs: new Map(acs.map((ac) => [ac.ref, ac])) };
}

import * as v from 'valibot';
import type { RemoteScope } from '../guidance/guidance.ts';
import type { KataCategory } from '../guidance/katas/kata.ts';
import type { RuleCategory } from '../guidance/rules/rule.ts';
import type { Check, UserStory } from '../guidance/stories/story.ts';
import { stripHidden } from '../model/hidden-text.ts';
import type { Origin } from '../model/origin.ts';
import { parentsFirst } from '../resolve/order.ts';
import { type Bundle, bundleSchema } from './bundle-schema.ts';
import { MasterError, toPlainLine } from './master-error.ts';

/**
 * A bundle's data as the guidance of one master: checked, hidden characters taken out, every origin led back to that
 * master. `size` is that of the answers it comes from. Throws MasterError where the shape is wrong.
 */
export function readBundle(url: string, data: unknown, size: number): RemoteScope {
  const bundle = checked(bundleSchema, data, 'bundle');
  let cleaned = 0;
  const clean = (text: string) => {
    const plain = stripHidden(text);
    if (plain !== text) cleaned++;
    return plain;
  };
  const cleanOrNull = (text: string | null) => (text === null || text.trim() === '' ? null : clean(text));
  const originOf = (origin: Origin): Origin => ({
    server: serverOf(origin.server, url),
    scope: origin.scope,
    file: toPlainLine(origin.file),
    line: origin.line,
  });
  /** Cleans keys too; one that holds nothing else is dropped with what it names. */
  const byName = <From, To>(entries: readonly [string, From][], convert: (value: From, name: string) => To) =>
    new Map(
      entries.flatMap(([key, value]): [string, To][] => {
        const name = clean(key);
        return name.trim() === '' ? [] : [[name, convert(value, name)]];
      }),
    );
  const rules = (categories: Bundle['commandments']) =>
    byName(
      categories,
      (category): RuleCategory => ({
        when: cleanOrNull(category.when),
        tags: category.tags.map(clean),
        rules: category.rules.map(({ text, origin }) => ({ text: clean(text), origin: originOf(origin) })),
      }),
    );
  const katas = byName(
    bundle.katas,
    (category): KataCategory => ({
      when: cleanOrNull(category.when),
      katas: byName(category.katas, ({ when, procedure, origin }, name) => ({
        name,
        when: cleanOrNull(when),
        procedure: clean(procedure),
        origin: originOf(origin),
      })),
    }),
  );
  const stories = bundle.tenka.map(([id, story]): [string, UserStory] => [
    id,
    { ...toStory(id, story, clean), origin: originOf(story.origin) },
  ]);
  const { description, tags } = bundle.metadata;
  return {
    url,
    description: clean(description ?? ''),
    tags: Object.fromEntries(byName(tags, clean)),
    commandments: parentsFirst(rules(bundle.commandments)),
    suggestions: parentsFirst(rules(bundle.suggestions)),
    katas: parentsFirst(katas),
    stories: new Map(stories),
    results: bundle.results.map((result) => ({ ...result, check: stripHidden(result.check) })),
    unavailable: bundle.unavailable.map(({ url: farther, reason, since }) => ({
      url: serverOf(farther, url),
      reason: toPlainLine(`${reason} (told by ${url})`),
      since: toPlainLine(since),
    })),
    cleaned,
    size,
  };
}

/** A chain of masters keeps the farthest; anything that is no address is the master's own. */
function serverOf(told: string, url: string): string {
  return /^https?:\/\/[^\s@\p{C}]{1,300}$/u.test(told) ? told : url;
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
    'answer',
    `its ${what} has the wrong shape${place && ` at ${place}`}: ${issue.message.slice(0, 150)}`,
  );
}

function toStory(
  id: string,
  story: Bundle['tenka'][number][1],
  clean: (text: string) => string,
): Omit<UserStory, 'origin'> {
  const stray = story.acs.find(([ref]) => !ref.startsWith(`AC${id.slice(2)}.`));
  if (stray !== undefined) throw new MasterError('answer', `its bundle has ${stray[0]} in story ${id}`);
  const acs = story.acs.map(([ref, ac]) => {
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

import * as v from 'valibot';
import { kindNames } from '../guidance/kinds.ts';
import { bundledWaivers } from '../guidance/waivers/waivers-wire.ts';
import { bundleAccessShape } from '../guidance/wire/bundle-access.ts';
import { maxReplaced, replacedShape } from '../guidance/wire/bundle-shape.ts';
import { unavailableMaster } from '../guidance/wire/unavailable-shape.ts';
import { entriesSchema, none, tagsSchema } from '../guidance/wire/wire-schemas.ts';
import type { Wires } from '../guidance/wire/wires.ts';
import { scopeNamePattern } from '../model/names/scope-name.ts';

/** The shape of a bundle (docs/formats.md), as a master must give it. Keys that are not known are passed over. */

const head = {
  format: v.literal(1),
  scope_name: v.string(),
  metadata: v.object({
    description: v.optional(v.nullable(v.string()), ''),
    tags: v.optional(tagsSchema(v.string()), none),
  }),
};

/** Names and texts beyond these say no more, and are passed over. */
const maxNotes = 100;
const notes = (text: v.GenericSchema<string, string>) =>
  v.optional(
    v.pipe(
      v.array(v.unknown()),
      v.transform((all) => all.slice(0, maxNotes).filter((one) => v.is(text, one)) as string[]),
    ),
    [],
  );

const scopeNames = notes(v.pipe(v.string(), v.regex(scopeNamePattern)));

/** What of it cannot be read is passed over: it is shown to people, and nothing follows from it. */
const replaced = v.optional(
  v.pipe(
    v.array(v.unknown()),
    v.transform((all) => all.slice(0, maxReplaced).flatMap((one) => (v.is(replacedShape, one) ? [one] : []))),
  ),
  [],
);

const author = v.object({ server: v.string(), scope: v.pipe(v.string(), v.regex(scopeNamePattern)) });

const tail = {
  // Servers of before these were written have none.
  parents: scopeNames,
  lineage: scopeNames,
  replaced,
  tags_of: v.fallback(v.optional(entriesSchema(v.fallback(tagsSchema(v.string()), [])), none), []),
  when_origins: v.fallback(v.optional(entriesSchema(v.fallback(entriesSchema(author), [])), none), []),
  waivers: bundledWaivers,
  // What cannot be read here must not be taken for nothing.
  auth: v.optional(v.nullable(bundleAccessShape), null),
  absent_parents: scopeNames,
  warnings: notes(v.string()),
  unavailable: v.optional(v.pipe(v.array(unavailableMaster), v.maxLength(100)), []),
};

/** The schema of a whole bundle: what all scopes have, and the keys of each kind of guidance. */
export function bundleSchema(wires: Wires) {
  const entries: v.ObjectEntries = Object.assign({}, ...kindNames.map((kind) => wires[kind].entries));
  return v.object({ ...head, ...entries, ...tail } as typeof head & typeof tail);
}

/** What a bundle says besides guidance, as it is sent. */
export type BundleHead = v.InferInput<v.ObjectSchema<typeof head, undefined>>;

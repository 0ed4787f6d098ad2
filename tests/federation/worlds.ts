import fc from 'fast-check';

/** A category of rules as one server's file states it. */
export interface Rules {
  readonly plus: boolean;
  readonly when: string | null;
  readonly tags: readonly string[];
  readonly ruleset: readonly string[];
}

export interface Katas {
  readonly when: string | null;
  /** By name: what it says, and when. */
  readonly katas: Readonly<Record<string, { readonly when: string | null; readonly procedure: string }>>;
}

/** One scope on one server. */
export interface Layer {
  readonly description: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly parents: readonly string[];
  readonly commandments: Readonly<Record<string, Rules>>;
  readonly suggestions: Readonly<Record<string, Rules>>;
  readonly katas: Readonly<Record<string, Katas>>;
  /** By id: who. */
  readonly stories: Readonly<Record<string, string>>;
}

/** The scopes of one server; one that it does not have is missing. */
export type Content = Readonly<Record<string, Layer>>;

export interface World {
  readonly local: Content;
  /** In list order. */
  readonly masters: readonly {
    readonly content: Content;
    readonly down: 'error' | 'garbled' | null;
    /** Milliseconds before each of its answers, in turn. */
    readonly delays: readonly number[];
  }[];
}

const categories = ['a', 'a.b', 'b', 'c.d'];
const some = <Value>(names: readonly string[], value: fc.Arbitrary<Value>) =>
  fc
    .uniqueArray(fc.constantFrom(...names), { maxLength: 3 })
    .chain((keys) =>
      fc
        .tuple(...keys.map(() => value))
        .map((values) => Object.fromEntries(keys.map((key, at) => [key, values[at]]))),
    ) as fc.Arbitrary<Record<string, Value>>;
const when = fc.option(fc.constantFrom('', ' ', 'When one', 'When two'), { freq: 2 });

function layer(server: string, parents: fc.Arbitrary<readonly string[]>): fc.Arbitrary<Layer> {
  const rules = (texts: readonly string[]) =>
    fc.record({
      plus: fc.boolean(),
      when,
      tags: fc.uniqueArray(fc.constantFrom('t', 'u', server), { maxLength: 2 }),
      ruleset: fc.array(fc.constantFrom(...texts), { maxLength: 3 }),
    });
  const kata = fc.record({ when, procedure: fc.constantFrom(`1. ${server}`, `2. ${server}`) });
  return fc.record({
    description: fc.constantFrom('', `Description of ${server}`),
    tags: fc.constantFrom({}, { from: server }),
    parents,
    commandments: some(categories, rules(['One', 'Two', 'Three', `Of ${server}`])),
    // The very same suggestion on both sides would be taken for one that came round.
    suggestions: some(
      categories,
      rules([`S one of ${server}`, `S two of ${server}`, `{{ raw }} of ${server}`]),
    ),
    katas: some(categories, fc.record({ when, katas: some(['k', 'l', 'm'], kata) })),
    stories: some(['US1', 'US2', 'US3'], fc.constantFrom(`first of ${server}`, `second of ${server}`)),
  });
}

function content(server: string): fc.Arbitrary<Content> {
  const names = ['shop', 'mid', 'base'];
  const scope = (_: string, at: number) =>
    fc.option(layer(server, fc.subarray(names.slice(at + 1)) as fc.Arbitrary<string[]>), { freq: 3 });
  return fc
    .tuple(...names.map(scope))
    .map((layers) =>
      Object.fromEntries(
        names.flatMap((name, at) => (layers[at] == null ? [] : [[name, layers[at]] as const])),
      ),
    );
}

/** A line of scopes, each the parent of the one before, and which of three masters has each. */
export const line: fc.Arbitrary<{ readonly content: Content; readonly homes: readonly number[] }> = fc
  .tuple(...['shop', 'team', 'mid', 'unit', 'base'].map((name) => layer(name, fc.constant([]))))
  .chain((layers) => {
    const names = ['shop', 'team', 'mid', 'unit', 'base'];
    const content = Object.fromEntries(
      layers.map((one, at) => [names[at], { ...one, parents: names.slice(at + 1, at + 2) }]),
    );
    return fc.record({
      content: fc.constant(content),
      homes: fc.array(fc.integer({ min: -1, max: 2 }), { minLength: names.length, maxLength: names.length }),
    });
  });

const master = (server: string) =>
  fc.record({
    content: content(server),
    down: fc.option(fc.constantFrom('error' as const, 'garbled' as const), { freq: 2 }),
    delays: fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 5 }),
  });

/** A reader and three masters with random contents, some of them down, each as slow as it likes. */
export const world: fc.Arbitrary<World> = fc.record({
  local: content('local'),
  masters: fc.tuple(master('m0'), master('m1'), master('m2')),
});

/** The files of a server; JSON is YAML too. */
export function filesOf(scopes: Content): Record<string, string> {
  const files: Record<string, string> = {};
  for (const [
    name,
    { description, tags, parents, commandments, suggestions, katas, stories },
  ] of Object.entries(scopes)) {
    const write = (file: string, data: object) => {
      files[`${name}/${file}.yml`] = JSON.stringify(data);
    };
    write('metadata', { description, tags, ...(parents.length > 0 && { parents }) });
    write('commandments', rulesFile(commandments));
    write('suggestions', rulesFile(suggestions));
    write(
      'katas',
      mapValues(katas, (own) => ({
        ...when_(own.when),
        katas: mapValues(own.katas, (kata) => ({ ...when_(kata.when), procedure: kata.procedure })),
      })),
    );
    write('tenka', { tenka: mapValues(stories, (who) => ({ who, what: 'what', why: 'why' })) });
  }
  return files;
}

function rulesFile(rules: Readonly<Record<string, Rules>>): object {
  return Object.fromEntries(
    Object.entries(rules).map(([name, { plus, when: own, tags, ruleset }]) => [
      `${plus ? '+' : ''}${name}`,
      { ...when_(own), tags, ruleset },
    ]),
  );
}

function when_(own: string | null): object {
  return own === null ? {} : { when: own };
}

function mapValues<From, To>(
  map: Readonly<Record<string, From>>,
  convert: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, convert(value)]));
}

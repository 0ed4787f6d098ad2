import fc from 'fast-check';
import { stringify, type ToStringOptions } from 'yaml';

/** A category as one scope states it. */
export interface OwnCategory {
  readonly name: string;
  /** Written with `+`; commandments only strip it. */
  readonly plus: boolean;
  readonly when: string | null;
  readonly tags: readonly string[];
  readonly paths: readonly string[];
  readonly see: readonly string[];
  readonly ruleset: readonly string[];
}

interface OwnScope {
  readonly name: string;
  /** Highest priority first; only scopes that come later in the world. */
  readonly parents: readonly string[];
  readonly commandments: readonly OwnCategory[];
  readonly suggestions: readonly OwnCategory[];
}

/** Scopes whose parents form no cycle: the first may inherit from all others. */
export type World = readonly OwnScope[];

const names = ['s0', 's1', 's2', 's3', 's4', 's5'];
const categoryNames = ['a', 'a.b', 'a.b.c', 'a.bc', 'b', 'b.a', 'b.a.a', 'c.d', 'z'];

const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('One', 'Two', 'Three', 'Four') },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'a: b',
      '- a',
      '"q"',
      "it's",
      '# no',
      '{{ x }}',
      'one\ntwo\n',
      '  one\n\n  two',
      'no',
      '1',
    ),
  },
);

const category = fc.record({
  name: fc.constantFrom(...categoryNames),
  plus: fc.boolean(),
  when: fc.option(fc.constantFrom('', '  ', 'When one', 'When two'), { freq: 2 }),
  tags: fc.uniqueArray(fc.constantFrom('t', 'u', 'v'), { maxLength: 2 }),
  paths: fc.uniqueArray(fc.constantFrom('*.a', 'b/**', 'c/?'), { maxLength: 2 }),
  see: fc.uniqueArray(fc.constantFrom(...categoryNames), { maxLength: 2 }),
  ruleset: fc.array(text, { maxLength: 4 }),
});
const categories = fc.uniqueArray(category, { selector: ({ name }) => name, maxLength: 5 });

/** Random worlds of one to six scopes. */
export const world: fc.Arbitrary<World> = fc.integer({ min: 1, max: names.length }).chain((count) => {
  const used = names.slice(0, count);
  return fc.tuple(
    ...used.map((name, index) => {
      const later = used.slice(index + 1);
      const parents = fc
        .tuple(fc.shuffledSubarray(later), fc.boolean())
        .map(([some, last]) => (last && some.length === 0 ? later.slice(0, 1) : some));
      return fc.record({
        name: fc.constant(name),
        parents,
        commandments: categories,
        suggestions: categories,
      });
    }),
  );
});

/** How the files of a world are written; what they mean is the same. */
export interface Style {
  readonly nested: boolean;
  readonly options: ToStringOptions;
}

export const style: fc.Arbitrary<Style> = fc.record({
  nested: fc.boolean(),
  options: fc.record({
    collectionStyle: fc.constantFrom('any', 'flow'),
    defaultStringType: fc.constantFrom(
      'PLAIN',
      'QUOTE_DOUBLE',
      'QUOTE_SINGLE',
      'BLOCK_LITERAL',
      'BLOCK_FOLDED',
    ),
    defaultKeyType: fc.constant('PLAIN'),
    lineWidth: fc.constant(0),
    indentSeq: fc.boolean(),
  }),
});

/** The content files of a world, by path. */
export function filesOf(scopes: World, { nested, options }: Style): Record<string, string> {
  const files: Record<string, string> = {};
  const write = (path: string, data: unknown) => {
    files[path] = stringify(data, options);
  };
  for (const { name, parents, commandments, suggestions } of scopes) {
    const list = parents.length === 1 ? { parent: parents[0] } : { parents };
    write(
      `${name}/metadata.yml`,
      parents.length === 0 ? { description: name } : { description: name, ...list },
    );
    write(`${name}/commandments.yml`, nested ? tree(commandments) : flat(commandments));
    write(`${name}/suggestions.yml`, nested ? tree(suggestions) : flat(suggestions));
  }
  return files;
}

function body({ when, tags, paths, see, ruleset }: OwnCategory): object {
  return {
    ...(when !== null && { when }),
    ...(tags.length > 0 && { tags }),
    ...(paths.length > 0 && { paths }),
    ...(see.length > 0 && { see }),
    ruleset,
  };
}

function flat(list: readonly OwnCategory[]): object {
  return Object.fromEntries(list.map((own) => [(own.plus ? '+' : '') + own.name, body(own)]));
}

/** One mapping per segment; what is appended and what is not share no mapping, because `+` counts for all below it. */
function tree(list: readonly OwnCategory[]): object {
  const root: Record<string, Record<string, unknown>> = {};
  for (const own of list) {
    const [first = '', ...rest] = own.name.split('.');
    const key = (own.plus ? '+' : '') + first;
    root[key] ??= {};
    let node = root[key];
    for (const segment of rest) {
      node[segment] ??= {};
      node = node[segment] as Record<string, unknown>;
    }
    Object.assign(node, body(own));
  }
  return root;
}

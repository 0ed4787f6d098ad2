import fc from 'fast-check';
import { clientNames, payloadsOf } from './payloads.ts';

/** A payload that is broken in some way, and the words that its hook was started with. */
export interface Mutation {
  readonly words: readonly string[];
  readonly input: Buffer;
  /** Whether all that it can name lies outside of the project. */
  readonly isOutside: boolean;
}

type Change = (data: unknown) => unknown;

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(
    '',
    '\0',
    '/',
    '..',
    '~',
    'C:\\',
    '\\\\host\\share',
    'a'.repeat(5000),
    '*** Begin Patch\n*** Add File: ',
  ),
  fc.constantFrom(
    '*** Begin Patch\n*** Update File: ../x\n*** Move to: /etc/passwd',
    '{"path":',
    '[1',
    '__proto__',
  ),
);

/** Puts something odd in the place of one of the values of a payload, at any depth, or takes it away. */
const oneValue: fc.Arbitrary<Change> = fc
  .record({ at: fc.nat(60), value: fc.option(odd, { nil: undefined }) })
  .map(({ at, value }) => (data) => {
    let left = at;
    const walk = (one: unknown): unknown => {
      if (left-- === 0) return value;
      if (typeof one !== 'object' || one === null) return one;
      if (Array.isArray(one)) return one.map(walk);
      return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, walk(inner)]));
    };
    return walk(data);
  });

const nested: fc.Arbitrary<Change> = fc.integer({ min: 1, max: 200 }).map((depth) => (data) => {
  let inner: unknown = data;
  for (let level = 0; level < depth; level++) inner = level % 2 === 0 ? [inner] : { tool_input: inner };
  return { ...(data as object), tool_input: inner, toolArgs: inner };
});

const bytes = fc.array(fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) }), { maxLength: 4 });

/** Payloads of all clients about files of a project, or of another folder, mutated. */
export function mutations(project: string, outside: string): fc.Arbitrary<Mutation> {
  const told = fc.record({
    client: fc.constantFrom(...clientNames),
    as: fc.option(fc.constantFrom(...clientNames, 'nobody'), { nil: undefined }),
    isStart: fc.boolean(),
    isOutside: fc.boolean(),
    session: fc.string({ maxLength: 8 }),
    changes: fc.array(fc.oneof(oneValue, oneValue, nested), { maxLength: 3 }),
    flips: bytes,
    length: fc.option(fc.nat(2000), { nil: undefined }),
    more: fc.array(
      fc.oneof(fc.constantFrom('--scope', '-c', '--debug=', '--', '-', '--x=y'), fc.string({ maxLength: 6 })),
      { maxLength: 2 },
    ),
    event: fc.option(fc.string({ maxLength: 12 }), { nil: undefined, freq: 8 }),
  });
  return told.map(
    ({ client, as = client, isStart, isOutside, session, changes, flips, length, more, event }) => {
      const { touch, start, touched, begun } = payloadsOf(client);
      const base = isOutside ? outside : project;
      const about = { cwd: project, session, file: `${base}/src/api/a.ts` };
      const data = changes.reduce<unknown>(
        (one, change) => change(one),
        isStart ? begun(about) : touched(about),
      );
      const text = Buffer.from(JSON.stringify(data) ?? '');
      for (const { at, byte } of flips) if (text.length > 0) text[at % text.length] = byte;
      const own = event ?? (isStart ? start : touch);
      return {
        words: [own, '--client', as, ...more.filter((word) => word !== '--debug')],
        input: text.subarray(0, length),
        isOutside: isOutside && !isStart && changes.length + flips.length === 0,
      };
    },
  );
}

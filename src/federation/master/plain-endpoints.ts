import * as v from 'valibot';
import type { PlainReader } from '../../guidance/wire/wire.ts';
import { plainTag, tagsSchema } from '../../guidance/wire/wire-schemas.ts';
import type { BundleHead } from '../bundle-schema.ts';
import { type BundleReading, checked, checkScope } from '../read-bundle.ts';

/** Reads one address below /api/v1/scopes/<scope> as JSON; null for 404, and for what is not offered if `optional`. */
export interface ReadJson {
  (path: string, options?: { optional?: boolean }): Promise<unknown>;
  /** Characters read so far. */
  size(): number;
}

/** Where such a master says what a scope is: every one has rules, and a scope that it does not have has none. */
const scopeAddress = '/rules?debug=true';

// Servers of the older wire format write null where they have nothing. `metadata.parent` is passed over: what a master
// answers has its inheritance in it.
const scopeSchema = v.object({
  metadata: v.optional(
    v.nullable(
      v.object({
        description: v.optional(v.nullable(v.string()), ''),
        tags: v.optional(v.nullable(tagsSchema(plainTag)), null),
      }),
    ),
    null,
  ),
});

/** Throws MasterError where an answer names another scope than the one that was asked for; many name none. */
function checkNamed(scope: string, path: string, answer: unknown): void {
  const { scope_name, metadata } = Object(answer) as { scope_name?: unknown; metadata?: unknown };
  const { name } = Object(metadata) as { name?: unknown };
  for (const told of [scope_name, name])
    if (typeof told === 'string') checkScope(scope, told, `answer at ${path}`);
}

/**
 * A scope from the plain endpoints of a master that has no bundle (the older wire format), as the data of a bundle: what it
 * offers of each kind of guidance. Null where the master has no such scope.
 */
export async function readPlainEndpoints(
  { wires: all }: BundleReading,
  url: string,
  scope: string,
  read: ReadJson,
): Promise<object | null> {
  const wires = Object.values(all);
  const lists = wires.flatMap(({ plain }) => plain.lists);
  const optional = new Map(lists.map(({ path, isOptional }) => [path, isOptional]));
  optional.set(scopeAddress, false);
  const answers = new Map(
    await Promise.all(
      [...optional].map(
        async ([path, isOptional]) => [path, await read(path, { optional: isOptional })] as const,
      ),
    ),
  );
  const about = answers.get(scopeAddress) ?? null;
  if (about === null) return null;
  for (const [path, answer] of answers) checkNamed(scope, path, answer);
  const { metadata } = checked(scopeSchema, about, 'answer with rules');
  const tools: PlainReader = {
    origin: (file) => ({ server: url, scope, file: `${scope}/${file}.yml`, line: 1 }),
    read: (path) => read(path, { optional: true }),
    check: checked,
  };
  const values = await Promise.all(
    wires.map(({ plain }) =>
      plain.read(
        plain.lists.map(({ path }) => answers.get(path) ?? null),
        tools,
      ),
    ),
  );
  const head: BundleHead = {
    format: 1,
    scope_name: scope,
    metadata: {
      description: metadata?.description ?? '',
      tags: Object.fromEntries(metadata?.tags ?? []),
    },
  };
  return Object.assign({}, head, ...values);
}

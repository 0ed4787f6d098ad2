import { contentFile, contentKinds } from '../../../guidance/content-files.ts';
import type { ScopeLayer } from '../../../guidance/guidance.ts';
import { type ContentSource, UnreadableContent } from '../../../guidance/read/content-source.ts';
import { readScope } from '../../../guidance/read/read-scope.ts';
import type { ScopeMetadata } from '../../../model/guidance.ts';
import type { Problem } from '../../../model/problems/problem.ts';
import { inBatches } from '../../../runtime/async/in-batches.ts';

/** What the files of a scope say. */
export interface LoadedScope {
  readonly layer: ScopeLayer;
  /** What keeps it from being served. */
  readonly errors: readonly Problem[];
  /** What keeps its waivers from having an effect. */
  readonly waiverErrors: readonly Problem[];
  readonly metadata: ScopeMetadata | 'broken';
}

export type LoadedScopes = ReadonlyMap<string, LoadedScope>;

/** What two sources say of all their scopes. */
export interface LoadedBoth {
  readonly before: LoadedScopes;
  readonly after: LoadedScopes;
  /** Whether a scope may serve something else, because its own files or those of an ancestor differ. */
  readonly mayDiffer: (name: string) => boolean;
}

/** Files as they were read: their bytes, or why they cannot be had. */
type Files = ReadonlyMap<string, Buffer | UnreadableContent>;

const atOnce = 16;

/** Reads two sources side by side. What is the same in both is taken in once, so that large trees with small changes are cheap. */
export async function loadBoth(before: ContentSource, after: ContentSource): Promise<LoadedBoth> {
  const names = [...new Set([...(await before.scopes()), ...(await after.scopes())])].sort();
  const [old, young] = [new Map<string, LoadedScope>(), new Map<string, LoadedScope>()];
  const differing = new Set<string>();
  await inBatches(names, atOnce, async (name) => {
    const [files, now] = await Promise.all([filesOf(before, name), filesOf(after, name)]);
    const isSame = files !== null && now !== null && areSame(files, now);
    const was = files === null ? null : await load(name, files);
    const is = isSame || now === null ? null : await load(name, now);
    if (was !== null) old.set(name, was);
    const current = isSame ? was : is;
    if (current !== null) young.set(name, current);
    if (!isSame) differing.add(name);
  });
  return { before: old, after: young, mayDiffer: createMayDiffer(old, young, differing) };
}

/** What one source says of all its scopes. */
export async function loadOne(source: ContentSource): Promise<LoadedScopes> {
  const scopes = new Map<string, LoadedScope>();
  await inBatches(await source.scopes(), atOnce, async (name) => {
    const files = await filesOf(source, name);
    const scope = files === null ? null : await load(name, files);
    if (scope !== null) scopes.set(name, scope);
  });
  return scopes;
}

async function filesOf(source: ContentSource, scope: string): Promise<Files | null> {
  if (!(await source.has(scope))) return null;
  const files = new Map<string, Buffer | UnreadableContent>();
  for (const file of contentKinds.map(contentFile)) {
    const found = await source.read(scope, file).catch((error: unknown) => {
      if (error instanceof UnreadableContent) return error;
      throw error;
    });
    if (found !== null) files.set(file, found);
  }
  return files;
}

function areSame(one: Files, other: Files): boolean {
  return (
    one.size === other.size &&
    [...one].every(([file, bytes]) => {
      const theirs = other.get(file);
      if (Buffer.isBuffer(bytes)) return Buffer.isBuffer(theirs) && bytes.equals(theirs);
      return theirs instanceof UnreadableContent && theirs.message === bytes.message;
    })
  );
}

async function load(scope: string, files: Files): Promise<LoadedScope | null> {
  const content = await readScope(sourceOf(scope, files), scope);
  if (content === null) return null;
  const isError = ({ severity }: Problem) => severity === 'error';
  const errors = content.problems.filter(isError);
  const waiverErrors = content.waiverProblems.filter(isError);
  const isBroken = errors.some(({ file }) => file === `${scope}/${contentFile('metadata')}`);
  return {
    layer: content.layer,
    errors,
    waiverErrors,
    metadata: isBroken ? 'broken' : content.layer.metadata,
  };
}

/** One scope whose files have been read. */
function sourceOf(scope: string, files: Files): ContentSource {
  return {
    scopes: async () => [scope],
    has: async (name) => name === scope,
    async read(_, file) {
      const found = files.get(file) ?? null;
      if (found instanceof UnreadableContent) throw found;
      return found;
    },
  };
}

function createMayDiffer(
  before: LoadedScopes,
  after: LoadedScopes,
  differing: ReadonlySet<string>,
): (name: string) => boolean {
  return (name) => {
    // It grows while it is walked, and each ancestor is met once.
    const family = new Set([name]);
    for (const scope of family) {
      if (differing.has(scope)) return true;
      for (const side of [before, after])
        for (const parent of side.get(scope)?.layer.metadata.parents ?? []) family.add(parent);
    }
    return false;
  };
}

import type { ResolvedScope } from '../guidance/guidance.ts';
import type { Problem } from '../model/problems/problem.ts';
import { createOnce, type Once } from '../runtime/async/once.ts';
import type { TemplateContext } from '../template/value.ts';
import type { Inheritance } from './checks/check-inheritance.ts';
import type { TemplateMemory } from './checks/check-templates.ts';
import type { ScopeTemplates, TemplateUse } from './checks/template-uses.ts';
import { type ConflictMemory, createConflictMemory } from './conflicts/conflict-memory.ts';
import type { LintScope, ScopeRead } from './lint-scope.ts';
import type { Merged } from './read/merge-scope.ts';

/** What runs of lint over one rules folder keep for the next, so that an editor waits only for what it has changed. */
export interface LintMemory {
  /** A scope as it was read last, where its unsaved texts are still the same; or else as `read` finds it now. */
  scope(
    name: string,
    unsaved: ReadonlyMap<string, string>,
    read: () => Promise<ScopeRead>,
  ): Promise<ScopeRead>;
  /** Whether a scope was read and has not changed on disk since. */
  holds(name: string): boolean;
  /** What a scope's files show by themselves. */
  readonly ofScope: Once<LintScope, readonly Problem[]>;
  readonly templatesIn: Once<LintScope, ScopeTemplates>;
  readonly usesOf: Once<ResolvedScope, readonly TemplateUse[]>;
  readonly templates: TemplateMemory;
  /** The variables of a scope's texts: the same object as long as `signature` says that it would hold the same. */
  contextOf(scope: ResolvedScope, signature: string, make: () => TemplateContext): TemplateContext;
  /** What a scope shows beside what it inherits, where there are masters or none. */
  readonly inheritance: Readonly<Record<'withMasters' | 'alone', Once<Merged, Inheritance>>>;
  /** A scope merged with its ancestors, as `merge` does it. */
  merged(family: readonly LintScope[], merge: () => Merged): Merged;
  readonly conflicts: ConflictMemory;
  /** These scopes have changed on disk; null for any. */
  forget(names: Iterable<string> | null): void;
}

interface Kept extends ScopeRead {
  /** By name of the file. */
  readonly unsaved: ReadonlyMap<string, string>;
}

/** What is being read: who asks meanwhile gets the same. */
interface Reading {
  readonly unsaved: ReadonlyMap<string, string>;
  readonly found: Promise<ScopeRead>;
}

export function createLintMemory(): LintMemory {
  const scopes = new Map<string, Kept>();
  const reading = new Map<string, Reading>();
  const families = new WeakMap<
    LintScope,
    { readonly family: readonly LintScope[]; readonly merged: Merged }
  >();
  const contexts = new WeakMap<
    ResolvedScope,
    { readonly signature: string; readonly context: TemplateContext }
  >();
  return {
    async scope(name, unsaved, read) {
      const own = new Map([...unsaved].filter(([path]) => path.startsWith(`${name}/`)));
      for (const known of [scopes.get(name), reading.get(name)]) {
        if (known !== undefined && isSame(known.unsaved, own)) return 'found' in known ? known.found : known;
      }
      const begun = { unsaved: own, found: read() };
      reading.set(name, begun);
      try {
        const found = await begun.found;
        // What was forgotten while it was read is not kept, nor what is not there.
        if (reading.get(name) === begun && found.scope !== null) scopes.set(name, { ...found, unsaved: own });
        return found;
      } finally {
        if (reading.get(name) === begun) reading.delete(name);
      }
    },
    holds: (name) => scopes.has(name),
    ofScope: createOnce(),
    templatesIn: createOnce(),
    usesOf: createOnce(),
    templates: { parsed: createOnce(), judgedUses: new WeakMap(), rendered: createOnce() },
    contextOf(scope, signature, make) {
      const known = contexts.get(scope);
      if (known?.signature === signature) return known.context;
      const context = make();
      contexts.set(scope, { signature, context });
      return context;
    },
    inheritance: { withMasters: createOnce(), alone: createOnce() },
    merged(family, merge) {
      const [own] = family;
      const known = own && families.get(own);
      if (known?.family.length === family.length && known.family.every((one, at) => one === family[at])) {
        return known.merged;
      }
      const merged = merge();
      if (own !== undefined) families.set(own, { family, merged });
      return merged;
    },
    conflicts: createConflictMemory(),
    forget(names) {
      const all = names === null ? [...scopes.keys(), ...reading.keys()] : names;
      for (const name of all) {
        scopes.delete(name);
        reading.delete(name);
      }
    },
  };
}

function isSame(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([key, text]) => b.get(key) === text);
}

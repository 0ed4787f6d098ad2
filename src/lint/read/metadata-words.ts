import type { LintScope } from '../lint-scope.ts';

/** What metadata.yml of a scope says, or what it may say by its words where it was not read: then rather too much than too little. */
export interface MetadataWords {
  mayInherit(parent: string): boolean;
  readonly mayHaveParents: boolean;
  readonly mayIgnore: boolean;
  mayHaveTag(name: string): boolean;
}

/** Those of a scope that was read. */
export function knownWords({ layer }: LintScope): MetadataWords {
  const { parents, lintIgnore = [], tags } = layer.metadata;
  return {
    mayInherit: (parent) => parents.includes(parent),
    mayHaveParents: parents.length > 1,
    mayIgnore: lintIgnore.length > 0,
    mayHaveTag: (name) => Object.hasOwn(tags, name),
  };
}

/** Those of a text that is looked through without being parsed. */
export function wordsOf(text: string): MetadataWords {
  // An escape may stand for any letter.
  const isCoded = text.includes('\\');
  // A key is not the name of a parent.
  const names = new Set(text.match(/(?<![\w-])[\w-]+(?![\w-])(?![ \t]*:(?:\s|$))/g));
  return {
    mayInherit: (parent) => isCoded || names.has(parent),
    mayHaveParents: isCoded || text.includes('parents'),
    mayIgnore: isCoded || text.includes('lint_ignore'),
    mayHaveTag: (name) => isCoded || text.includes(name),
  };
}

import { type Alias, isAlias, isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import type { Problem, ProblemCode } from '../../model/problems/problem.ts';
import { cutText } from '../../model/text/cut-text.ts';
import type { SourceText } from '../text/source-text.ts';

export interface CheckedNodes {
  /** The node that each alias stands for. */
  readonly targets: ReadonlyMap<Alias, Node>;
  readonly problems: Problem[];
}

/** What to say of an alias that no anchor comes before; a glob is hardly meant as one. */
export function unknownAlias(alias: string): { readonly message: string; readonly hint: string } {
  const name = cutText(alias, 100);
  const message = `the alias \`*${name}\` has no anchor before it`;
  const hint = /[*/.]/.test(alias)
    ? `Put the glob in quotes, like "*${name}": YAML takes * at the start of a text for an alias`
    : `Put it in quotes, or write &${name} before the value that it repeats`;
  return { message, hint };
}

/** Nodes between two chances for others to have a turn. */
const perPause = 1000;

/**
 * What a parsed file must not have: keys that are not text, the same key twice in a mapping, merge keys, aliases of
 * nothing. One pass, in the order of the file, so that the last anchor of a name counts. It can pause.
 */
export function* checkingNodes(root: Node | null, source: SourceText): Generator<void, CheckedNodes> {
  const problems: Problem[] = [];
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  const report = (node: unknown, code: ProblemCode, message: string, hint: string) => {
    const [start = 0, end = start] = (node as Node | null)?.range ?? [];
    problems.push(source.problem([start, end], code, message, hint));
  };
  // A stack of its own, since a pause within a recursion costs more the deeper it is.
  const waiting: unknown[] = [root];
  for (let count = 1; waiting.length > 0; count++) {
    if (count % perPause === 0) yield;
    const node = waiting.pop();
    if (isAlias(node)) look(node);
    else if (isScalar(node)) remember(node);
    else if (isMap(node)) {
      remember(node);
      checkKeys(node);
      for (const { key, value } of node.items.toReversed()) waiting.push(value, key);
    } else if (isSeq(node)) {
      remember(node);
      for (const item of node.items.toReversed()) waiting.push(item);
    }
  }
  return { targets, problems };

  function look(alias: Alias): void {
    const target = anchors.get(alias.source);
    if (target !== undefined) {
      targets.set(alias, target);
      return;
    }
    const { message, hint } = unknownAlias(alias.source);
    report(alias, 'unknown-alias', message, hint);
  }

  function checkKeys({ items }: YAMLMap): void {
    const seen = new Set<unknown>();
    for (const { key } of items) {
      if (!isScalar(key)) {
        if (key === null) continue;
        const hint = isTemplate(key)
          ? 'Put the whole text in quotes: YAML takes {{ at the start of a text for a mapping'
          : 'Write the key as text; put it in quotes if need be';
        report(key, 'complex-key', 'a key is not plain text', hint);
      } else if (key.value === '<<') {
        const message = 'YAML 1.2 has no merge keys, so `<<` is a key like others';
        report(key, 'merge-key', message, 'Write the content out');
      } else if (seen.has(key.value)) {
        const message = `one mapping has the key \`${String(key.source ?? key.value).slice(0, 100)}\` twice`;
        report(key, 'duplicate-key', message, 'Keep one of the two, or join them');
      } else {
        seen.add(key.value);
      }
    }
  }

  function isTemplate(key: unknown): boolean {
    const [start = 0] = (key as Node).range ?? [];
    return source.text.startsWith('{{', start - 1);
  }

  function remember(node: Node): void {
    if ('anchor' in node && typeof node.anchor === 'string') anchors.set(node.anchor, node);
  }
}

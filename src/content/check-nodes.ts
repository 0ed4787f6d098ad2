import { type Alias, isAlias, isScalar, type Node, visit } from 'yaml';
import { cutText } from '../model/cut-text.ts';
import type { Problem, ProblemCode } from '../model/problem.ts';
import type { SourceText } from './source-text.ts';

export interface CheckedNodes {
  /** The node that each alias stands for. */
  readonly targets: ReadonlyMap<Alias, Node>;
  readonly problems: Problem[];
}

/**
 * What a parsed file must not have: keys that are not text, the same key twice in a mapping, merge keys, aliases of
 * nothing. One pass, in the order of the file, so that the last anchor of a name counts.
 */
export function checkNodes(root: Node | null, source: SourceText): CheckedNodes {
  const problems: Problem[] = [];
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  const report = (node: unknown, code: ProblemCode, message: string, hint: string) => {
    const [start = 0, end = start] = (node as Node | null)?.range ?? [];
    problems.push(source.problem([start, end], code, message, hint));
  };
  visit(root, {
    Map(_, map) {
      remember(map);
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) {
          if (key === null) continue;
          report(
            key,
            'complex-key',
            'a key is not plain text',
            'Write the key as text; put it in quotes if need be',
          );
        } else if (key.value === '<<') {
          report(
            key,
            'merge-key',
            'YAML 1.2 has no merge keys, so `<<` is a key like others',
            'Write the content out',
          );
        } else if (seen.has(key.value)) {
          const message = `the key \`${String(key.source ?? key.value).slice(0, 100)}\` stands twice in one mapping`;
          report(key, 'duplicate-key', message, 'Keep one of the two, or join them');
        } else {
          seen.add(key.value);
        }
      }
    },
    Seq: (_, seq) => remember(seq),
    Scalar: (_, scalar) => remember(scalar),
    Alias(_, alias) {
      const target = anchors.get(alias.source);
      if (target !== undefined) targets.set(alias, target);
      else {
        const name = cutText(alias.source, 100);
        const message = `the alias \`*${name}\` stands for nothing`;
        report(
          alias,
          'unknown-alias',
          message,
          `Put it in quotes, or write &${name} before what it stands for`,
        );
      }
    },
  });
  function remember(node: Node): void {
    if (!isAlias(node) && 'anchor' in node && typeof node.anchor === 'string') anchors.set(node.anchor, node);
  }
  return { targets, problems };
}

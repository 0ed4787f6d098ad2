import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAlias, isCollection, isPair, isScalar } from 'yaml';
import { composeYaml } from '../../src/content/compose/compose-yaml.ts';
import { atOnce } from '../../src/runtime/async/turns.ts';
import { runs } from '../support/runs.ts';
import { contentBytes } from './spoilt-files.ts';

/** All that a reader of nodes can see of them. */
function shown(node: unknown): unknown {
  if (isPair(node)) return [shown(node.key), shown(node.value)];
  if (isAlias(node)) return ['*', node.source, node.range];
  if (isScalar(node)) return [node.type, node.value, node.source, node.anchor, node.tag, node.range];
  if (!isCollection(node)) return node;
  const { flow = false, anchor, tag, range, items } = node;
  return [node.constructor.name, flow, anchor, tag, range, items.map(shown)];
}

function composed(text: string, size: number) {
  const { document, errors } = atOnce(composeYaml(text, 500_000, size));
  return { root: shown(document?.contents), errors };
}

test('a file that is composed in parts is the same as one that is composed at once, mistakes too', () => {
  let cut = 0;
  fc.assert(
    fc.property(contentBytes, fc.integer({ min: 1, max: 12 }), ({ bytes }, size) => {
      const text = bytes.toString('utf8');
      const whole = composed(text, Number.POSITIVE_INFINITY);
      const parts = composed(text, size);
      const places = parts.errors.map(({ offset }) => offset);
      // Of very many not all are told.
      if (places.length < 50)
        expect(places).toEqual(expect.arrayContaining(whole.errors.map(({ offset }) => offset)));
      expect(places.length > 0).toBe(whole.errors.length > 0);
      if (whole.errors.length === 0) expect(parts.root).toEqual(whole.root);
      if (text.length > 50) cut += 1;
    }),
    { numRuns: runs(150) },
  );
  expect(cut).toBeGreaterThan(runs(30));
});

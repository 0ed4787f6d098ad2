import { pathToFileURL } from 'node:url';
import type { Part } from '../support/bench.ts';
import { compare } from '../support/figure.ts';
import { interleave } from '../support/stats.ts';

type Renderers = typeof import('../floor/render.ts');

/** Rendering of 10,000 texts whose templates are compiled, against Eta's own compiled templates. */
export const render: Part = async (bench) => {
  // Bundled, because tsx wraps every function to keep its name and so slows closures down.
  const file = await bench.floor(new URL('../floor/render.ts', import.meta.url));
  const { renderers } = (await import(pathToFileURL(file).href)) as Renderers;
  const { product, floor } = renderers(10_000);
  if (product() !== floor()) throw new Error('the two sides render different texts');
  const timed = (run: () => string) => async () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  };
  const samples = await interleave(
    { runs: bench.runs * 4, warmup: 20 },
    { product: timed(product), floor: timed(floor) },
  );
  return [
    compare({ part: 'render', what: '10,000 templated rules, warm', unit: 'ms' }, samples, { atMost: 1.5 }),
  ];
};

import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

const { test, ...rest } = base;

/** What is built from the sources: the package as npm installs it, bundles, generated files. */
export default mergeConfig(
  { ...rest, test: { ...test, include: [], exclude: [] } },
  defineConfig({
    test: {
      include: ['tests/packaging/**/*.test.ts'],
      outputFile: { junit: 'reports/packaging.xml', json: 'reports/packaging.json' },
    },
  }),
);

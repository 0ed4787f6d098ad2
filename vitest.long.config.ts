import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

const { test, ...rest } = base;
const { projects: _, ...shared } = test ?? {};

/** Soak, kill and fuzz runs: minutes each, one file at a time so that they do not measure one another. */
export default mergeConfig(
  { ...rest, test: shared },
  defineConfig({
    test: {
      include: ['tests/long/**/*.test.ts'],
      fileParallelism: false,
      testTimeout: 30 * 60_000,
      hookTimeout: 5 * 60_000,
      passWithNoTests: true,
      env: { FUZZ_TIMES: '20' },
    },
  }),
);

import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

const { test, ...rest } = base;

/** Soak, kill and fuzz runs: minutes each, one file at a time so that they do not measure one another. */
export default mergeConfig(
  { ...rest, test: { ...test, include: [], exclude: [] } },
  defineConfig({
    test: {
      include: ['tests/long/**/*.test.ts'],
      fileParallelism: false,
      testTimeout: 30 * 60_000,
      hookTimeout: 5 * 60_000,
      // What fails once in so many is a failure; bounds on time have their own allowance for a busy machine.
      retry: 0,
      passWithNoTests: true,
    },
  }),
);

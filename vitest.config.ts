import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const { CI, GITHUB_ACTIONS } = process.env;

export default defineConfig({
  define: { __PRECEPT_VERSION__: JSON.stringify(version) },
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: ['tests/long/**'],
    globalSetup: ['tests/setup/build.ts'],
    setupFiles: ['tests/setup/after-file.ts'],
    // A process and the modules for each file would take a third of the time.
    isolate: false,
    // Processes, because some tests ask what processor time their own took.
    pool: 'forks',
    // Most tests wait for programs and sockets, so a machine of two cores has room for two files at once.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Its ES modules import a directory, which only a bundler resolves.
    server: { deps: { inline: ['clipanion'] } },
    testTimeout: 20_000,
    // Bounds on time are missed on a machine that is busy with something else; what is wrong fails again.
    retry: process.env.CI ? 2 : 1,
    hookTimeout: 20_000,
    reporters: ['default', ...(CI ? ['junit', 'json'] : []), ...(GITHUB_ACTIONS ? ['github-actions'] : [])],
    outputFile: { junit: 'reports/junit.xml', json: 'reports/tests.json' },
    coverage: { provider: 'v8', include: ['src/**/*.ts'], reporter: ['text-summary', 'html', 'lcov'] },
  },
});

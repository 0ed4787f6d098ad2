import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const { CI, GITHUB_ACTIONS } = process.env;

const system = 'tests/**/*.system.test.ts';

function project(name: string, include: string[], exclude: string[]) {
  return { extends: true as const, test: { name, include, exclude } };
}

export default defineConfig({
  define: { __PRECEPT_VERSION__: JSON.stringify(version) },
  test: {
    projects: [
      // `npm test`: needs only Node.
      project('quick', ['tests/**/*.test.ts'], [system, 'tests/packaging/**', 'tests/long/**']),
      // `npm run test:system`: with other programs, with many starts, ends and outages of ours, with input as large as it may be, and of the package.
      project('system', [system, 'tests/packaging/**/*.test.ts'], []),
    ],
    globalSetup: ['tests/setup/build.ts'],
    setupFiles: ['tests/setup/after-file.ts', 'tests/setup/random.ts'],
    // A process and the modules for each file would take a third of the time.
    isolate: false,
    // Processes, because some tests ask what processor time their own took.
    pool: 'forks',
    // Most tests wait for programs and sockets, so a machine of two cores has room for three files at once.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // Its ES modules import a directory, which only a bundler resolves.
    server: { deps: { inline: ['clipanion'] } },
    // Tests wait for what must happen, so that these end only what hangs, also on a machine that is busy with something else.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
    // A test passes the first time, or it is to be fixed.
    retry: 0,
    reporters: ['default', ...(CI ? ['junit', 'json'] : []), ...(GITHUB_ACTIONS ? ['github-actions'] : [])],
    outputFile: { junit: 'reports/junit.xml', json: 'reports/tests.json' },
    coverage: { provider: 'v8', include: ['src/**/*.ts'], reporter: ['text-summary', 'html', 'lcov'] },
  },
});

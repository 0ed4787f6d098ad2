// `npm run conformance`: the official MCP conformance suite against the built program, and against the same handler
// with the suite's own fixtures beside our tools. What may fail, and why, stands in tests/conformance/*.yml.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runPackage, whyUnavailable } from './run-package.ts';
import { serveProgram } from './served-program.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
// The suite needs a newer Node than we do.
const packages = ['node@24', '@modelcontextprotocol/conformance@0.2.0-alpha.12'];
const revisions = ['2026-07-28', '2025-11-25'];

const reason = await whyUnavailable(packages, ['conformance', '--version']);
if (reason !== null) {
  console.log(`MCP conformance: SKIPPED, ${reason}.`);
} else {
  const results = await mkdtemp(path.join(tmpdir(), 'precept-conformance-'));
  try {
    for (const start of [serveProgram, serveFixtures]) {
      const { url, close } = await start();
      try {
        for (const revision of revisions) {
          await judge(start === serveFixtures ? 'fixtures' : 'program', url, revision, results);
        }
      } finally {
        await close();
      }
    }
  } finally {
    await rm(results, { recursive: true, force: true });
  }
}

/** Runs what a revision requires and prints the outcome; an unexpected failure or a stale exception fails this run. */
async function judge(what: 'program' | 'fixtures', url: string, revision: string, results: string) {
  const exceptions = path.join(root, 'tests', 'conformance', `expected-failures-${what}-${revision}.yml`);
  const { code, stdout, stderr } = await runPackage(packages, [
    ...['conformance', 'server', '--url', `${url}/mcp`, '--requirements', revision],
    ...['--expected-failures', exceptions, '--output-dir', results],
  ]);
  const summary = stdout.slice(stdout.indexOf('=== SUMMARY ==='));
  const scenarios = summary.match(/^[✓✗] [\w-]+: .*$/gmu) ?? [];
  const passed = scenarios.filter((line) => line.startsWith('✓')).length;
  const outcome = code === 0 ? 'the others are on the list, or optional and not scored' : 'FAILED';
  console.log(
    `MCP conformance, ${revision}, ${what}: ${passed} of ${scenarios.length} scenarios pass, ${outcome}`,
  );
  if (code === 0 && scenarios.length > 0) return;
  console.log(`${summary}\n${stderr}`);
  process.exitCode = 1;
}

/** The listener and MCP handler of src/ with the fixtures of tests/conformance. */
async function serveFixtures() {
  // The bundler puts the version in; this runs the sources.
  Object.assign(globalThis, { __PRECEPT_VERSION__: '0.0.0' });
  const { openService } = await import('../src/service/open-service.ts');
  const { startFixtureServer } = await import('../tests/conformance/fixture-server.ts');
  const { service } = await openService({
    flags: { config: `${root}examples/acme/settings.yml` },
    env: {},
    cwd: root,
    home: root,
    writeLog: (line) => process.stderr.write(line),
  });
  const { url, close } = await startFixtureServer(service);
  return {
    url,
    async close() {
      await close();
      await service.close();
    },
  };
}

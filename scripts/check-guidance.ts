// Lints and tests the guidance of this repository with the program as it is. Run by `npm run check`.
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Programs } from '../src/faces/cli/program.ts';

// The bundler puts the version in; this runs the sources.
Object.assign(globalThis, { __PRECEPT_VERSION__: '0.0.0' });
const { runCli } = await import('../src/faces/cli/run.ts');

const root = fileURLToPath(new URL('..', import.meta.url));
const world = {
  env: {},
  cwd: root,
  home: root,
  stdin: new PassThrough(),
  stdout: process.stdout,
  stderr: process.stderr,
  interrupted: () => new Promise<string>(() => {}),
};
const machine = {
  platform: process.platform,
  node: process.versions.node,
  schemas: new URL('../schemas/', import.meta.url),
};
const rules = ['--rules-path', '.precept/rules'];
const programs = { machine } as unknown as Programs;
const codes = [
  await runCli(['lint', '.precept/rules'], world, programs),
  await runCli(['test', ...rules], world, programs),
];
process.exit(Math.max(...codes));

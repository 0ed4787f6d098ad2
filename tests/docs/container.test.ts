import { execFile } from 'node:child_process';
import { chmod, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { project } from '../init/project.ts';
import { tempFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { addressOf, startProgram } from '../support/program.ts';
import { hasModes, hasShell } from '../support/system.ts';

const file = await readFile('Containerfile', 'utf8');
const docs = await Promise.all(['docs/operations.md', 'README.md'].map((name) => readFile(name, 'utf8')));

/** The environment that the image gives to its program. */
function imageEnvironment(): Record<string, string> {
  const [, line = ''] = /^ENV (.+)$/m.exec(file) ?? [];
  return Object.fromEntries(line.split(' ').map((pair) => pair.split('=') as [string, string]));
}

test('every `docker run` that publishes a port does so on loopback alone', () => {
  const published = [file, ...docs].flatMap((text) => [...text.matchAll(/docker run[^`\n]* -p (\S+)/g)]);
  expect(published.length).toBeGreaterThan(1);
  for (const [, address] of published) expect(address).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
});

test.runIf(hasShell)(
  'the program of the image listens where its health check asks, also at another port',
  async () => {
    const port = await freePort();
    const rules = await tempFolder({ 'shop/commandments.yml': 'a: {when: w, ruleset: [b]}\n' });
    const env = { ...imageEnvironment(), PRECEPT_RULES_PATH: rules, PRECEPT_HTTP_PORT: String(port) };
    const [, command = ''] = /^CMD (\[.*\])$/m.exec(file) ?? [];
    const program = await startProgram(JSON.parse(command) as string[], { env });
    await addressOf(program);
    const [, url = ''] = /^ {2}CMD wget .* (".*")$/m.exec(file) ?? [];
    const { stdout } = await promisify(execFile)('sh', ['-c', `printf %s ${url}`], { env });
    expect(stdout).toBe(`http://127.0.0.1:${port}/health`);
    expect((await fetch(stdout)).status).toBe(200);
    program.signal('SIGTERM');
    expect((await program.ended).code).toBe(0);
  },
);

test.runIf(hasShell)('the build takes the CA of a proxy, and leaves nothing of it in the image', async () => {
  const [, install = ''] = /^RUN (--mount=type=secret,id=ca [\s\S]*?npm ci.*)$/m.exec(file) ?? [];
  expect(install).toContain('--mount=type=secret,id=ca');
  const script = install.replace(/^--mount=\S+ \\\n/, '').replaceAll('/run/secrets/ca', '"$CA"');
  // What it runs is noted instead of run.
  const bin = await tempFolder({ npm: '#!/bin/sh\necho "$* $NODE_EXTRA_CA_CERTS"\n', 'ca.pem': 'CA\n' });
  await chmod(path.join(bin, 'npm'), 0o755);
  const run = async (ca: string) => {
    const env = { PATH: `${bin}:${process.env.PATH}`, CA: ca };
    return (await promisify(execFile)('sh', ['-c', script], { env })).stdout.trim();
  };
  const ca = path.join(bin, 'ca.pem');
  expect(await run(ca)).toBe(`ci --ignore-scripts ${ca}`);
  expect(await run(path.join(bin, 'none.pem'))).toBe('ci --ignore-scripts');
});

test.runIf(hasModes)(
  'the start of a client that asks no registry, as the docs have it, is one that doctor accepts',
  async () => {
    const clients = await readFile('docs/clients.md', 'utf8');
    const [, args = ''] = /"args":\s*(\["--prefer-offline".*?\])/.exec(clients) ?? [];
    const entry = { command: 'npx', args: JSON.parse(args) as string[] };
    const { folder, home } = await project({
      '.precept/settings.yml': 'http_port: 0\n',
      '.precept/rules/shop/commandments.yml': 'a: {when: w, ruleset: [b]}\n',
      '.mcp.json': JSON.stringify({ mcpServers: { precept: entry } }),
    });
    const programs = await tempFolder({ npx: '' });
    await chmod(path.join(programs, 'npx'), 0o755);
    const { stdout } = await precept(['doctor'], { cwd: folder, home, env: { PATH: programs } });
    expect(stdout).toContain('0 failures, 0 warnings');
  },
);

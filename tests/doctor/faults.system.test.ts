import { chmod, rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { project } from '../init/project.ts';
import { type Planted, planted } from './faults.ts';
import { overlooked } from './overlooked.ts';

const sound = {
  '.precept/settings.yml': 'default_scope: shop\nhttp_port: 0\n',
  '.precept/rules/shop/commandments.yml': 'api:\n  when: Always\n  ruleset: [Answer in JSON]\n',
  '.mcp.json': '{"mcpServers": {"precept": {"command": "npx", "args": ["-y", "precept-mcp"]}}}',
};

interface Line {
  readonly level: string;
  readonly area: string;
  readonly message: string;
  readonly cure: string | null;
}

async function findings({
  files,
  without = [],
  homeFiles = {},
  env = {},
  platform,
  plant,
  programs: more = [],
}: Partial<Planted>) {
  const { folder, home } = await project({ ...sound, ...files }, { homeFiles });
  for (const name of without) await rm(path.join(folder, name));
  await plant?.(folder, home);
  // The commands of the entries are there, whatever this machine has.
  const names = ['npx', 'node', ...more];
  const programs = await project(Object.fromEntries(names.map((name) => [name, ''])), { name: 'bin' });
  for (const name of names) await chmod(path.join(programs.folder, name), 0o755);
  const { code, stdout, stderr } = await precept(['doctor', '--format', 'json'], {
    cwd: folder,
    home,
    // The settings are judged as their user's own word.
    env: { PATH: programs.folder, PRECEPT_TRUST: '1', ...env },
    ...(platform && { platform }),
  });
  expect(stderr).toBe('');
  return { code, lines: (JSON.parse(stdout) as { findings: Line[] }).findings };
}

test('a sound installation has nothing wrong', async () => {
  const { code, lines } = await findings({});
  expect(lines.filter(({ level }) => level !== 'ok')).toEqual([]);
  expect(code).toBe(0);
});

describe('precept doctor finds', () => {
  test.each([...planted, ...overlooked].map((fault) => [fault.name, fault] as const))(
    '%s',
    { timeout: 60_000 },
    async (_, fault) => {
      const { code, lines } = await findings(fault);
      const told = lines.filter(({ level }) => level !== 'ok');
      const found = told.find(({ level, area, message }) => fault.line.test(`${level} ${area}: ${message}`));
      const all = told
        .map(({ level, area, message, cure }) => `${level} ${area}: ${message} -> ${cure}`)
        .join('\n');
      expect(found, all).toBeDefined();
      expect(found?.cure, all).toMatch(fault.cure);
      // What is not broken is not blamed.
      expect(told.length, all).toBeLessThanOrEqual(fault.sides ?? 2);
      expect(code).toBe(told.some(({ level }) => level === 'fail') ? 1 : 0);
    },
  );
});

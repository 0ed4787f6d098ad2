import { execFile } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { cleanEnvironment, programFile } from '../support/program.ts';
import { hasSignals } from '../support/system.ts';

const nobody = 65_534;

// Root reads everything, so that it runs these commands as somebody else. Windows has other rights.
test.runIf(hasSignals)('a rules folder that may not be read is named without a stack trace', async () => {
  const folder = await tempFolder({ '.precept/rules/shop/commandments.yml': 'a: {ruleset: [One]}\n' });
  const rules = path.join(folder, '.precept/rules');
  await chmod(folder, 0o755);
  await chmod(rules, 0o000);
  const env = await cleanEnvironment({ HOME: folder });
  const asOther = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const run = (...args: string[]) =>
    new Promise<string>((resolve) => {
      execFile(process.execPath, [programFile, ...args], { cwd: folder, env, ...asOther }, (_, __, text) =>
        resolve(text),
      );
    });
  expect(await run('lint')).toBe(
    `precept: ${rules}: permission denied (EACCES, scandir); give the user who runs Precept the right to it\n`,
  );
  for (const args of [['rules', 'shop'], ['scopes']]) {
    const stderr = await run(...args);
    expect(stderr).toContain(`${rules} cannot be read (EACCES)`);
    expect(stderr).not.toMatch(/^ +at /m);
  }
  await chmod(rules, 0o755);
});

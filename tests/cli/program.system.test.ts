import { spawn } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { mistakes } from '../support/mistakes.ts';
import {
  acmeSettings,
  cleanEnvironment,
  follow,
  programFile,
  runProgram,
  startProgram,
} from '../support/program.ts';

let rules: string;
/** A rules folder whose one scope, `long`, makes an answer that no pipe takes at once. */
let long: string;
beforeAll(async () => {
  rules = await tempFolder(mistakes);
  const texts = Array.from(
    { length: 10_000 },
    (_, number) => `    - Rule ${number} of a long list of rules\n`,
  );
  long = await tempFolder({ 'long/commandments.yml': `a:\n  ruleset:\n${texts.join('')}` });
});

describe('the program', () => {
  it('ends with 0, answers on standard output, without colour', async () => {
    const outcome = await runProgram([
      'rules',
      'checkout',
      '-c',
      acmeSettings,
      '--categories',
      'git.commits',
    ]);
    expect(outcome).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(outcome.stdout).toMatch(/^# Rules for checkout\n[\s\S]*- \*\*MUST\*\*: Write the subject/);
    expect(outcome.stdout).not.toContain('\u001b');
  });

  it('ends with 1 for a fault, one line on standard error', async () => {
    const outcome = await runProgram(['rules', 'colon', '-r', rules]);
    expect(outcome).toMatchObject({ code: 1, signal: null, stdout: '' });
    expect(outcome.stderr).toMatch(/^precept: [^\n]*colon\/commandments\.yml:3:7: [^\n]*quotes[^\n]*\n$/);
  });

  it('ends with 2 for wrong usage, nothing on standard output', async () => {
    const outcome = await runProgram(['ruels', 'good']);
    expect(outcome).toMatchObject({ code: 2, signal: null, stdout: '' });
    expect(outcome.stderr).toMatch(/^precept: [^\n]*did you mean "rules"\?\n/);
  });

  it('reads its own environment', async () => {
    const outcome = await runProgram(['scopes', '--format', 'json'], { env: { PRECEPT_RULES_PATH: rules } });
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(outcome.stdout)).toContain('good');
  });

  it('ends although its input stays open', async () => {
    const program = await startProgram(['scopes', '-r', rules]);
    expect(await program.ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('writes long answers whole', async () => {
    const texts = Array.from(
      { length: 10_000 },
      (_, number) => `    - Rule ${number} of a long list of rules\n`,
    );
    const long = await tempFolder({ 'long/commandments.yml': `a:\n  ruleset:\n${texts.join('')}` });
    const outcome = await runProgram(['rules', 'long', '-r', long, '--format', 'json']);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(outcome.stdout).commandments.a.rules).toHaveLength(10_000);
  });

  it('ends without a complaint when nobody reads on', async () => {
    const child = spawn(process.execPath, [programFile, 'rules', 'long', '-r', long], {
      env: await cleanEnvironment(),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const program = follow(child);
    child.stdout.destroy();
    expect(await program.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  });
});

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { contentFile, contentKinds } from '../../src/guidance/content-files.ts';
import { readScope } from '../../src/guidance/read/read-scope.ts';
import { Fault } from '../../src/model/fault.ts';
import type { Problem } from '../../src/model/problems/problem.ts';
import { lint } from '../lint/lint.ts';
import { ask } from '../support/ask.ts';
import { tempFolder } from '../support/folder.ts';
import { addressOf, endInOrder, startProgram } from '../support/program.ts';
import { seed } from '../support/seed.ts';
import { testService } from '../support/service.ts';
import { type ContentBytes, contentBytes, sound } from './spoilt-files.ts';

/** What a scope can be refused for besides bad content: the names in a generated file may be its own. */
const otherCodes = ['inheritance-cycle'];

/** Fails unless a problem of a file says what is wrong and how to mend it, at a place that the file has. */
function checkPlace(problem: Problem, file: string, bytes: Buffer): void {
  const lines = bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .split('\n');
  expect(problem.file).toBe(file);
  expect(problem.message).not.toBe('');
  expect(problem.hint).not.toBe('');
  expect(problem.line).toBeGreaterThanOrEqual(1);
  expect(problem.line).toBeLessThanOrEqual(lines.length);
  expect(problem.column).toBeGreaterThanOrEqual(1);
  expect(problem.column).toBeLessThanOrEqual((lines[problem.line - 1] ?? '').length + 1);
}

/**
 * Lets the service read that many generated files. Each must be served, or refused with a place in the file and a cure.
 * Gives how many of each there were.
 */
export async function checkSpoilt(runs: number): Promise<{ served: number; refused: number }> {
  const { service, rulesPath } = await testService({ 'it/commandments.yml': '' });
  const outcomes = { served: 0, refused: 0 };
  const write = (file: string, bytes: Buffer | string) => writeFile(path.join(rulesPath, 'it', file), bytes);
  let written = 'commandments.yml';
  const property = fc.asyncProperty(contentBytes, async ({ kind, bytes }) => {
    const file = contentFile(kind);
    if (written !== file) await write(written, '');
    await write(file, bytes);
    written = file;
    const content = await readScope(rulesPath, 'it');
    for (const problem of content?.problems ?? []) checkPlace(problem, `it/${file}`, bytes);

    await service.reload();
    const outcome = await ask(service, 'get_rules', { scope_name: 'it' }).catch((error: unknown) => error);
    const broken = content?.problems.some(({ severity }) => severity === 'error');
    if (typeof outcome === 'string') expect(broken).toBe(false);
    else {
      expect(outcome).toBeInstanceOf(Fault);
      const { code, message } = outcome as Fault;
      if (broken) expect(code).toBe('invalid-content');
      else expect(otherCodes).toContain(code);
      if (broken) expect(message).toMatch(new RegExp(`it/${file}:\\d+:\\d+: `));
    }
    outcomes[typeof outcome === 'string' ? 'served' : 'refused']++;
  });
  const unclosed = { kind: 'commandments', bytes: Buffer.from(`{{${sound.commandments}`) } as const;
  await fc.assert(property, { numRuns: runs, seed, examples: [[unclosed]] });
  return outcomes;
}

/**
 * Puts that many generated files into one rules folder, a scope each, and has the built program lint them and serve every
 * operation of every scope. Gives how many scopes were served and refused.
 */
export async function checkSpoiltScopes(count: number): Promise<{ served: number; refused: number }> {
  const folder = await tempFolder({ 'good/commandments.yml': 'a:\n  ruleset: [Good]\n' });
  const files = new Map<string, ContentBytes>();
  for (const [index, content] of fc.sample(contentBytes, { numRuns: count, seed }).entries()) {
    files.set(`s${index}/${contentFile(content.kind)}`, content);
    await mkdir(path.join(folder, `s${index}`));
    await writeFile(path.join(folder, `s${index}`, contentFile(content.kind)), content.bytes);
  }

  const { code, problems, stderr } = await lint(folder);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  const broken = new Set<string>();
  for (const problem of problems) {
    if (problem.severity === 'error') broken.add(problem.file.split('/')[0] ?? '');
    const { bytes } = files.get(problem.file) ?? { bytes: Buffer.alloc(0) };
    checkPlace(problem, problem.file, bytes);
  }

  const program = await startProgram(['serve', '--port', '0', '-r', folder]);
  const url = await addressOf(program);
  const outcomes = { served: 0, refused: 0 };
  for (let index = 0; index < count; index++) {
    const paths = ['', '/rules', '/index', '/katas/index', '/tenka/acs', '/bundle'];
    const statuses = new Set<number>();
    for (const rest of paths) {
      const response = await fetch(`${url}/api/v1/scopes/s${index}${rest}`);
      const text = await response.text();
      statuses.add(response.status);
      expect(text).not.toMatch(/\n\s+at .*:\d+:\d+/);
      expect(text).not.toContain(folder);
      if (response.status === 200) continue;
      const { code: fault, detail } = JSON.parse(text) as { code: string; detail: string };
      expect(['invalid-content', ...otherCodes]).toContain(fault);
      if (fault !== 'invalid-content') continue;
      expect(detail).toMatch(new RegExp(`s${index}/(${contentKinds.join('|')})\\.yml:\\d+:\\d+: `));
      expect(broken).toContain(`s${index}`);
    }
    if (statuses.size === 1 && statuses.has(200)) outcomes.served++;
    else outcomes.refused++;
  }
  expect(await (await fetch(`${url}/api/v1/scopes/good/rules`)).text()).toContain('Good');
  const outcome = await endInOrder(program);
  expect(outcome).toMatchObject({ code: 0, signal: null });
  expect(outcome.stderr).not.toMatch(/precept error|^\s+at /m);
  return outcomes;
}

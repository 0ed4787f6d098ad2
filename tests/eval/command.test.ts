import { expect, test } from 'vitest';
import { evaluate, project, stubAgent } from './project.ts';

test('runs each evaluation with and without the scope, and says how many passed', async () => {
  const cwd = await project();
  const { code, stdout, stderr } = await evaluate(cwd, ['shop', '--agent', stubAgent, '--repeat', '2']);
  expect(stderr).toContain('4 runs, about');
  expect(stdout).toContain('none: 0 of 2');
  expect(stdout).toContain('scope: 2 of 2');
  expect(stdout).toContain('not shown  cursor-paging  offered in 2 of 2 runs, read in 2, followed in 2');
  expect(code).toBe(0);
});

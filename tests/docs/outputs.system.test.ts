import { describe, expect, test } from 'vitest';
import { commitAll, git } from '../support/git.ts';
import { hasShell } from '../support/system.ts';
import { placeOf, readMarkdown } from './markdown.ts';
import { outputs, ruleOf } from './rules.ts';
import { createSandbox } from './sandbox.ts';

// Windows has no bash of its own.
describe.runIf(hasShell).each(outputs.map(readMarkdown))('$file', ({ snippets }) => {
  const shown = snippets.filter((snippet) => ruleOf(snippet) === 'output');

  test.each(shown.map((snippet) => [placeOf(snippet), snippet] as const))(
    '%s is what the commands before it print',
    async (_, output) => {
      const before = snippets.slice(0, snippets.indexOf(output));
      const content = before.findLast((snippet) => ['commandments', 'katas'].includes(ruleOf(snippet) ?? ''));
      const commands = before.findLast(({ language }) => language === 'sh');
      if (content === undefined) throw new Error('no file of guidance comes before it');
      // A kata brings it along.
      const files = content.text.includes('files/check.sh') ? { 'files/check.sh': 'npm test\n' } : {};
      const { cwd, run } = await createSandbox({ [`${ruleOf(content)}.yml`]: content.text, ...files }, {});
      await git(cwd, 'init', '--quiet', '--initial-branch=main');
      await commitAll(cwd);
      const asked = /`(precept (?:kata|export) [^`]+)`/.exec(output.before)?.[1] ?? commands?.text ?? '';
      const { stdout } = await run(asked, { cwd });
      for (const line of output.text.trim().split('\n')) expect(stdout.split('\n')).toContain(line);
    },
  );
});

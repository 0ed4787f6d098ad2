import { rm, symlink } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { startProgram } from '../support/program.ts';
import { hasLinks } from '../support/system.ts';
import { answerTo, lines, shakeHands, textOf, toolCall } from './wire.ts';

const complete = (id: string, ref: object, name: string, given: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'completion/complete',
  params: { ref, argument: { name, value: 's' }, context: { arguments: given } },
});
const prompt = { type: 'ref/prompt', name: 'apply_scope_rules' };
const resource = { type: 'ref/resource', uri: 'precept://scopes/{scope}/rules' };

const requests = [
  toolCall('tool', 'list_scopes'),
  { jsonrpc: '2.0', id: 'list', method: 'resources/list' },
  { jsonrpc: '2.0', id: 'read', method: 'resources/read', params: { uri: 'precept://scopes/shop/rules' } },
  complete('prompt', prompt, 'scope_name'),
  complete('category', prompt, 'categories', { scope_name: 'shop' }),
  complete('resource', resource, 'scope'),
];

test.runIf(hasLinks)(
  'a rules folder that cannot be read is told to the log, and its path to no client',
  async () => {
    const folder = await tempFolder({ 'rules/shop/commandments.yml': 'a:\n  ruleset: [One]\n' });
    const program = await startProgram(['-r', `${folder}/rules`, '--cache-ttl-seconds', '0']);
    await shakeHands(program);
    program.stdin.write(lines(toolCall('first', 'list_scopes')));
    expect(textOf(await answerTo(program, 'first'))).toBe('- shop\n');
    await rm(`${folder}/rules`, { recursive: true });
    // A link to itself: there, but nothing can be read through it, not even by root.
    await symlink('rules', `${folder}/rules`);
    program.stdin.write(lines(...requests));
    for (const { id } of requests as { id: string }[]) {
      const answer = await answerTo(program, id);
      // Completion has nothing to offer of a scope that cannot be served.
      if (id === 'category') expect(answer.result).toMatchObject({ completion: { values: [] } });
      else
        expect(answer.error?.message ?? textOf(answer)).toBe(
          'The rules folder cannot be read now; "precept doctor" on the server says why.',
        );
    }
    await program.logged(`precept error: the rules folder ${folder}/rules cannot be read (ELOOP)`);
    expect(program.stderr().match(/ELOOP/g)).toHaveLength(1);
  },
);

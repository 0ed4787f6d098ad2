import { expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { testService } from '../support/service.ts';

const rules = 'a:\n  ruleset: [One]\na.b:\n  ruleset: [Two]\nc:\n  when: Own\n  ruleset: [Three]\n';
const katas = 'd:\n  katas: {do-it: "1. {{ category.when }}"}\n';

test('the default description knows the category that it stands for', async () => {
  const { service } = await testService(
    { 's/commandments.yml': rules, 's/katas.yml': katas },
    { default_category_description: 'Rules of {{ category.key }}{{ category.when | default("!", true) }}' },
  );
  const answer = JSON.parse(await ask(service, 'get_rules', { scope_name: 's' }));
  const whens = Object.entries<{ when: string }>(answer.commandments).map(([name, { when }]) => [name, when]);
  expect(whens).toEqual([
    ['a', 'Rules of a!'],
    ['a.b', 'Rules of a.b!'],
    ['c', 'Own'],
  ]);
  const kata = await ask(service, 'get_kata', { scope_name: 's', kata_name: 'do-it' }, 'markdown');
  expect(kata).toBe('1. Rules of d!\n');
});

test('texts that name the category get their own, whatever the texts around them name', async () => {
  const ruleset = '["{{ scope.name }}", "{{ category.key }}", "{{ scope.name }}!", "{{ categry }}"]';
  const { service } = await testService({
    's/commandments.yml': `a:\n  ruleset: ${ruleset}\nb:\n  ruleset: ${ruleset}\n`,
  });
  const answer = JSON.parse(await ask(service, 'get_rules', { scope_name: 's' }));
  expect(answer.commandments.a.rules).toEqual(['s', 'a', 's!']);
  expect(answer.commandments.b.rules).toEqual(['s', 'b', 's!']);
  const messages = answer.template_failures.map((one: { error_message: string }) => one.error_message);
  expect(messages).toEqual(Array(2).fill(expect.stringContaining('(did you mean "category"?)')));
});

test('a default description that fails is reported once, not for each category', async () => {
  const { service } = await testService(
    { 's/commandments.yml': rules },
    { default_category_description: '{{ nobody }}' },
  );
  const answer = JSON.parse(await ask(service, 'get_rules', { scope_name: 's' }));
  expect(answer.commandments.a.when).toBe('');
  expect(answer.template_failures).toMatchObject([
    { element_type: 'default_category_description', variable_name: 'nobody' },
  ]);
});

test('the text of a failure is cut at 200 characters, and never through one', async () => {
  for (const start of ['{{ x }}', '{{ x }}-']) {
    const { service } = await testService({
      's/commandments.yml': `a:\n  ruleset: ["${start}${'😀'.repeat(150)}"]\n`,
    });
    const answer = JSON.parse(await ask(service, 'get_rules', { scope_name: 's' }));
    const [{ template_text: text }] = answer.template_failures;
    expect(text.isWellFormed?.() ?? !/\p{Cs}/u.test(text)).toBe(true);
    expect(text).toBe(`${start}${'😀'.repeat(96)}`);
    expect(text.length).toBeLessThanOrEqual(200);
  }
});

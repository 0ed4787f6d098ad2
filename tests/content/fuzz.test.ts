import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readScope } from '../../src/content/read-scope.ts';
import { Fault } from '../../src/model/fault.ts';
import { ask } from '../support/ask.ts';
import { testService } from '../support/service.ts';

const files = ['metadata.yml', 'commandments.yml', 'suggestions.yml'] as const;

const valid: Readonly<Record<(typeof files)[number], string>> = {
  'metadata.yml': `description: A scope
parents: [one, two]
tags: {team: web, level: 2}
auth:
  accepted_roles: ["dev.*"]
`,
  'commandments.yml': `# rules
backend.api: &api
  when: When adding an endpoint
  tags: [http, "review"]
  ruleset:
    - Answer errors as problem details
    - "Owner: {{ scope.tags.team }}"
    - |
      Several
      lines
other: *api
`,
  'suggestions.yml': `+backend:
  api: {ruleset: ['one', "two", three]}
  db:
    ruleset: [x]
    sub:
      ruleset:
      - y
`,
};

const tokens = [
  ...['a', 'b.c', 'ruleset', 'when', 'tags', 'parent', 'parents', 'description', 'auth', '1', '~', 'true'],
  ...[
    ': ',
    ':',
    '\n',
    '\n  ',
    '\n    ',
    ' ',
    '- ',
    '\n  - ',
    '[',
    ']',
    '{',
    '}',
    ', ',
    '"',
    "'",
    '|\n',
    '>-\n',
  ],
  ...[
    '&a ',
    '*a',
    '!t ',
    '!!int ',
    '# ',
    '? ',
    '+',
    '.',
    '---\n',
    '...\n',
    '\t',
    '\r\n',
    '\r',
    '<<',
    '%',
    '@',
    '`',
  ],
  ...['\ufeff', '\0', '\u2028', '🙂', '\ud83d', '\\', '{{', '}}'],
];

const soup = fc.array(fc.constantFrom(...tokens), { maxLength: 40 }).map((parts) => parts.join(''));
const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.nat({ max: 12 }),
  put: fc.oneof(fc.constantFrom(...tokens), fc.string({ unit: 'binary', maxLength: 3 })),
});
const mutated = fc
  .tuple(fc.constantFrom(...files), fc.array(edit, { minLength: 1, maxLength: 4 }))
  .map(([file, edits]) => {
    let text = valid[file];
    for (const { at, cut, put } of edits) {
      const start = Math.floor(at * text.length);
      text = text.slice(0, start) + put + text.slice(start + cut);
    }
    return { file, text };
  });
const anything = fc.oneof(
  { weight: 3, arbitrary: mutated },
  { weight: 2, arbitrary: fc.record({ file: fc.constantFrom(...files), text: soup }) },
  {
    weight: 1,
    arbitrary: fc.record({ file: fc.constantFrom(...files), text: fc.string({ unit: 'binary' }) }),
  },
);

test('the content that is to be spoilt is sound', async () => {
  const { rulesPath } = await testService(
    Object.fromEntries(files.map((file) => [`it/${file}`, valid[file]])),
  );
  expect((await readScope(rulesPath, 'it'))?.problems).toEqual([]);
});

test('random and spoilt files are served, or refused with a place in the file and a cure; nothing else happens', async () => {
  const { service, rulesPath } = await testService({ 'it/commandments.yml': '' });
  const outcomes = { served: 0, refused: 0 };

  const property = fc.asyncProperty(anything, async ({ file, text }) => {
    for (const name of files) await writeFile(path.join(rulesPath, 'it', name), name === file ? text : '');
    const lines = text.replace(/^\ufeff/, '').split('\n');
    const content = await readScope(rulesPath, 'it');
    for (const problem of content?.problems ?? []) {
      expect(problem.file).toBe(`it/${file}`);
      expect(problem.message).not.toBe('');
      expect(problem.hint).not.toBe('');
      expect(problem.line).toBeGreaterThanOrEqual(1);
      expect(problem.line).toBeLessThanOrEqual(lines.length);
      expect(problem.column).toBeGreaterThanOrEqual(1);
      expect(problem.column).toBeLessThanOrEqual((lines[problem.line - 1] ?? '').length + 1);
    }

    await service.reload();
    const outcome = await ask(service, 'get_rules', { scope_name: 'it' }).catch((error: unknown) => error);
    const broken = content?.problems.some(({ severity }) => severity === 'error');
    if (typeof outcome === 'string') expect(broken).toBe(false);
    else {
      expect(outcome).toBeInstanceOf(Fault);
      if (broken) expect((outcome as Fault).code).toBe('invalid-content');
      else expect((outcome as Fault).code).toBe('inheritance-cycle');
    }
    outcomes[typeof outcome === 'string' ? 'served' : 'refused']++;
  });
  const unclosed = { file: 'commandments.yml', text: `{{${valid['commandments.yml']}` } as const;
  await fc.assert(property, { numRuns: 300, examples: [[unclosed]] });
  // Were one of the two rare, the test would show little.
  expect(Math.min(outcomes.served, outcomes.refused)).toBeGreaterThan(30);
});

import { describe, expect, it } from 'vitest';
import { flowchartMarkdown } from '../../src/guidance/katas/flowchart/flowchart-markdown.ts';
import { chartOf, draw, stepsOf } from './charts.ts';

const ship = `#!fcyaml
flowchart:
  name: Ship a change
  nodes:
    - {id: start, type: terminator, description: Change is merged, next: build}
    - {id: build, type: process, role: CI, description: Build and test, next: ok}
    - id: ok
      type: decision
      description: Is the build green?
      next: {yes: split, no: fix}          # also a list of {condition, next}
    - {id: fix, type: process, description: Mend the build, next: build}
    - {id: split, type: fork, description: Publish, next: [npm, image]}
    - {id: npm, type: process, description: Publish to npm, next: join}
    - {id: image, type: process, description: Push the image, next: join}
    - {id: join, type: sync, description: Both are out, next: end}
    - {id: end, type: terminator, description: Done}
`;

describe('a flowchart as numbered steps', () => {
  it('numbers the steps, and names ends, roles and ways back', () => {
    expect(flowchartMarkdown(chartOf(ship), 'ship')).toBe(`## Ship a change

1. Change is merged
2. [CI] Build and test
3. Is the build green?
   - If yes: go to step 5
   - If no: go to step 4
4. Mend the build
   - Return to step 2 (retry)
5. Publish
   - In parallel: steps 6, 7
6. Publish to npm
   - Continue at step 8
7. Push the image
8. Both are out
   - Wait for steps 6, 7
9. Done (end)
`);
  });

  it('is headed by the kata where the flowchart has no name', () => {
    expect(flowchartMarkdown(draw('a'), 'cut-release')).toBe('## cut-release\n\n1. a (end)\n');
  });

  it('keeps every text on one line', () => {
    const [node] = draw('a').nodes;
    const chart = {
      name: 'Ship\nit',
      nodes: [{ ...(node as NonNullable<typeof node>), role: 'C\nI', description: 'Build\r\n  and\n\ntest' }],
    };
    expect(flowchartMarkdown(chart, 'x')).toBe('## Ship it\n\n1. [C I] Build and test (end)\n');
  });

  const shapes: Record<string, [chart: string[], steps: string[]]> = {
    'nested decisions': [
      ['a d > yes:b no:c', 'b d > yes:d no:c', 'c', 'd'],
      [
        '1. a',
        '   - If yes: go to step 2',
        '   - If no: go to step 3',
        '2. b',
        '   - If yes: go to step 4',
        '   - If no: go to step 3',
        '3. c (end)',
        '4. d (end)',
      ],
    ],
    'nested forks, one sync each': [
      ['a f > b c', 'b f > d e', 'c > j', 'd > i', 'e > i', 'i s > j', 'j s'],
      [
        '1. a',
        '   - In parallel: steps 2, 3',
        '2. b',
        '   - In parallel: steps 4, 5',
        '3. c',
        '   - Continue at step 7',
        '4. d',
        '   - Continue at step 6',
        '5. e',
        '6. i',
        '   - Wait for steps 4, 5',
        '7. j (end)',
        '   - Wait for steps 3, 6',
      ],
    ],
    'a fork without a sync': [
      ['a f > c b', 'b', 'c'],
      ['1. a', '   - In parallel: steps 2, 3', '2. b (end)', '3. c (end)'],
    ],
    'a fork that meets in a process': [
      ['a f > b c', 'b > d', 'c > d', 'd'],
      ['1. a', '   - In parallel: steps 2, 3', '2. b', '   - Continue at step 4', '3. c', '4. d (end)'],
    ],
    'a fork straight into its sync': [
      ['a f > b s', 'b > s', 's s > e', 'e'],
      ['1. a', '   - In parallel: steps 2, 3', '2. b', '3. s', '   - Wait for steps 1, 2', '4. e (end)'],
    ],
    'a sync that waits for one step, then goes on elsewhere': [
      ['a f > b c', 's s > e', 'b > s', 'c > d', 'd > e', 'e'],
      [
        '1. a',
        '   - In parallel: steps 2, 4',
        '2. b',
        '3. s',
        '   - Wait for step 2',
        '   - Continue at step 6',
        '4. c',
        '5. d',
        '6. e (end)',
      ],
    ],
    'a sync without a fork': [
      ['a d > x:b y:s', 'b > s', 's s'],
      ['1. a', '   - If x: go to step 2', '   - If y: go to step 3', '2. b', '3. s (end)'],
    ],
    'several ends, one without being a terminator': [
      ['a d > x:b y:c z:e', 'b t', 'c', 'e s'],
      [
        '1. a',
        '   - If x: go to step 2',
        '   - If y: go to step 3',
        '   - If z: go to step 4',
        '2. b (end)',
        '3. c (end)',
        '4. e (end)',
      ],
    ],
    'a loop from a decision': [
      ['a > b', 'b d > yes:c no:a', 'c'],
      ['1. a', '2. b', '   - If yes: go to step 3', '   - If no: Return to step 1 (retry)', '3. c (end)'],
    ],
    'a loop from a process': [
      ['a > b', 'b > a'],
      ['1. a', '2. b', '   - Return to step 1 (retry)'],
    ],
    'a loop to itself': [
      ['a > b', 'b d > done:c again:b', 'c > c'],
      [
        '1. a',
        '2. b',
        '   - If done: go to step 3',
        '   - If again: Return to step 2 (retry)',
        '3. c',
        '   - Return to step 3 (retry)',
      ],
    ],
    'two labels that lead to one step': [
      ['a d > x:b y:b', 'b'],
      ['1. a', '   - If x: go to step 2', '   - If y: go to step 2', '2. b (end)'],
    ],
    'a fork one of whose paths is a retry': [
      ['a > b', 'b f > c a d', 'c', 'd'],
      [
        '1. a',
        '2. b',
        '   - In parallel: steps 3, 4',
        '   - Return to step 1 (retry)',
        '3. c (end)',
        '4. d (end)',
      ],
    ],
    'a fork with one path besides retries, and with none': [
      ['a f > b a', 'b f > a b'],
      [
        '1. a',
        '   - In parallel: step 2',
        '   - Return to step 1 (retry)',
        '2. b',
        '   - Return to step 1 (retry)',
        '   - Return to step 2 (retry)',
      ],
    ],
    'a sync that is a loop: a retry into it is not waited for': [
      ['a f > b c', 'b > s', 'c > s', 's s > d', 'd d > again:s done:e', 'e'],
      [
        '1. a',
        '   - In parallel: steps 2, 3',
        '2. b',
        '   - Continue at step 4',
        '3. c',
        '4. s',
        '   - Wait for steps 2, 3',
        '5. d',
        '   - If again: Return to step 4 (retry)',
        '   - If done: go to step 6',
        '6. e (end)',
      ],
    ],
    'a sync that returns': [
      ['a f > b c', 'b > s', 'c > s', 's s > a'],
      [
        '1. a',
        '   - In parallel: steps 2, 3',
        '2. b',
        '   - Continue at step 4',
        '3. c',
        '4. s',
        '   - Wait for steps 2, 3',
        '   - Return to step 1 (retry)',
      ],
    ],
    'the written order of paths decides which edge of a loop is the retry': [
      ['a d > x:c y:b', 'b > c', 'c d > x:b y:e', 'e'],
      [
        '1. a',
        '   - If x: go to step 2',
        '   - If y: go to step 3',
        '2. c',
        '   - If x: go to step 3',
        '   - If y: go to step 4',
        '3. b',
        '   - Return to step 2 (retry)',
        '4. e (end)',
      ],
    ],
    'what cannot be reached comes last, in list order': [
      ['a > c', 'z > y', 'y s > c', 'c', 'x > x'],
      ['1. a', '2. c (end)', '3. z', '4. y', '   - Continue at step 2', '5. x', '   - Continue at step 5'],
    ],
    'a sync does not wait for what cannot be reached': [
      ['a f > b c', 'b > s', 'c > s', 'u > s', 's s'],
      [
        '1. a',
        '   - In parallel: steps 2, 3',
        '2. b',
        '   - Continue at step 4',
        '3. c',
        '4. s (end)',
        '   - Wait for steps 2, 3',
        '5. u',
        '   - Continue at step 4',
      ],
    ],
    'a fork and its sync that cannot be reached': [
      ['a', 'f f > c b', 's s', 'b > s', 'c > s'],
      [
        '1. a (end)',
        '2. f',
        '   - In parallel: steps 4, 5',
        '3. s (end)',
        '   - Wait for steps 4, 5',
        '4. b',
        '   - Continue at step 3',
        '5. c',
        '   - Continue at step 3',
      ],
    ],
    'notes are indented to the text': [
      [...Array.from({ length: 9 }, (_, index) => `n${index} > n${index + 1}`), 'n9 > n0'],
      [
        ...Array.from({ length: 9 }, (_, index) => `${index + 1}. n${index}`),
        '10. n9',
        '    - Return to step 1 (retry)',
      ],
    ],
  };
  it.each(Object.entries(shapes))('%s', (_, [chart, steps]) => {
    expect(stepsOf(draw(...chart))).toEqual(steps);
  });

  it('numbers long chains without delay or recursion', () => {
    const chain = Array.from(
      { length: 5000 },
      (_, index) => `n${index}${index < 4999 ? ` > n${index + 1}` : ''}`,
    );
    const lines = stepsOf(draw(...chain));
    expect(lines).toHaveLength(5000);
    expect(lines.at(-1)).toBe('5000. n4999 (end)');
  });

  it('indents notes below a number of three digits by five', () => {
    const backwards = Array.from({ length: 500 }, (_, index) => `n${index} > n${(index + 499) % 500}`);
    const lines = stepsOf(draw(...backwards));
    expect(lines.at(-2)).toBe('500. n1');
    expect(lines.at(-1)).toBe('     - Return to step 1 (retry)');
  });
});

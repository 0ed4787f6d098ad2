import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { blocksOf, contentOf, type Report, rulesOf } from './imported.ts';
import { shapes } from './shapes.ts';

/** All shapes go into one rules folder, a scope each, so that one run of lint judges them together. */
let around: string;
let rules: string;

beforeAll(async () => {
  around = await tempFolder();
  rules = path.join(around, 'rules');
  await mkdir(rules);
});

const run = (index: number, ...more: string[]) =>
  precept(['import', '--scope', `shape-${index}`, '--format', 'json', '-r', rules, ...more], {
    cwd: path.join(around, `${index}`),
    home: around,
  });

describe('the shapes of files that people have', () => {
  it('are 150 or more', () => {
    expect(shapes.length).toBeGreaterThanOrEqual(150);
    expect(new Set(shapes.map(({ name }) => name)).size).toBe(shapes.length);
  });

  it.each(shapes.map((shape, index) => [shape.name, shape, index] as const))(
    '%s',
    async (_, shape, index) => {
      await writeFiles(path.join(around, `${index}`), shape.files);
      const { code, stdout, stderr } = await run(index, '--write');
      expect(code, stderr).toBe(0);
      const report = JSON.parse(stdout) as Report;
      expect(report.unaccounted).toBe(0);
      for (const source of report.sources)
        expect(uncovered(shape.files[source.path] ?? '', source.blocks)).toEqual([]);
      if (shape.rules !== undefined) expect([...served(report)].sort()).toEqual([...shape.rules].sort());
      if (shape.blocks !== undefined)
        expect(blocksOf(report, Object.keys(shape.files)[0] ?? '')).toEqual(
          shape.blocks.map((block) => block.replace(':', '')),
        );
      for (const [category, globs] of Object.entries(shape.paths ?? {}))
        expect(pathsOf(report, category)).toEqual(globs);
      for (const [category, when] of Object.entries(shape.whens ?? {}))
        expect(whenOf(report, category), category).toBe(when);
    },
  );

  it('have no errors to lint, and change nothing when they are imported again', async () => {
    const { code, stdout } = await precept(['lint', rules, '--format', 'json'], {
      cwd: around,
      home: around,
    });
    const problems = JSON.parse(stdout) as { severity: string }[];
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(code).toBe(0);
    for (const index of shapes.keys()) {
      if (index % 5 !== 0) continue;
      const again = await run(index, '--write');
      expect(again, shapes[index]?.name).toMatchObject({ code: 0 });
      expect(JSON.parse(again.stdout)).toMatchObject({ written: false, files: {} });
    }
  });
});

function uncovered(text: string, blocks: Report['sources'][number]['blocks']): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .filter(
      (line, at) => line.trim() !== '' && !blocks.some((one) => one.line <= at + 1 && at + 1 <= one.end_line),
    );
}

/** Rules as they are served: templates that stand for themselves are what they stand for. */
function served(report: Report): string[] {
  return rulesOf(report).map((rule) => rule.replace(/\{\{ '(\{[{%#])' \}\}/g, '$1'));
}

function pathsOf(report: Report, category: string): unknown {
  const own = contentOf(report, 'suggestions')[category] ?? contentOf(report, 'commandments')[category];
  return own?.paths ?? [];
}

function whenOf(report: Report, category: string): unknown {
  const [first, second] = ['commandments', 'suggestions'].map((kind) => contentOf(report, kind)[category]);
  return first?.when ?? second?.when ?? null;
}

import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { contentOf, imported } from './imported.ts';

/** A file as people have it, and the rules that a careful person keeps of it. */
interface Sample {
  readonly path: string;
  readonly name: string;
  readonly text: string;
  readonly keep: readonly Kept[];
}

interface Kept {
  readonly must: boolean;
  /** Text and details on one line, so that white space does not count. */
  readonly text: string;
}

interface Details {
  readonly rule: string;
  readonly why?: string;
  readonly good?: string;
  readonly bad?: string;
}

const folder = new URL('./corpus/', import.meta.url);
const flat = (text: string) => text.replace(/\s+/g, ' ').trim();

/** `@@@ path name`, the text of the file, `@@keep`, and a line `M text` or `S text` for each rule. */
function readSamples(text: string): Sample[] {
  return text
    .split(/^@@@ /m)
    .slice(1)
    .map((part) => {
      const [head = '', rest = ''] = [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1)];
      const [file = '', keep = ''] = rest.split(/^@@keep\n/m);
      const kept = keep.split('\n').filter((line) => line !== '');
      return {
        path: head.split(' ')[0] as string,
        name: head,
        text: file,
        keep: kept.map((line) => ({ must: line.startsWith('M '), text: flat(line.slice(2)) })),
      };
    });
}

function asText(rule: string | Details): string {
  if (typeof rule === 'string') return flat(rule);
  const { rule: text, ...details } = rule;
  return flat([text, ...Object.entries(details).map(([key, value]) => `| ${key} ${value}`)].join(' '));
}

async function readRules({ path, text }: Sample): Promise<Kept[]> {
  const report = await imported({ [path]: text });
  return [
    ['commandments', true],
    ['suggestions', false],
  ].flatMap(([kind, must]) =>
    Object.values(contentOf(report, kind as string)).flatMap(({ ruleset }) =>
      (ruleset as (string | Details)[]).map((rule) => ({ must: must as boolean, text: asText(rule) })),
    ),
  );
}

describe('files as people have them', () => {
  const samples: Sample[] = [];
  const found = new Map<Sample, readonly Kept[]>();

  beforeAll(async () => {
    for (const name of (await readdir(folder)).sort())
      samples.push(...readSamples(await readFile(new URL(name, folder), 'utf8')));
    for (const sample of samples) found.set(sample, await readRules(sample));
  });

  it('are 60 or more', () => {
    expect(samples.length).toBeGreaterThanOrEqual(60);
    expect(samples.flatMap(({ keep }) => keep).length).toBeGreaterThanOrEqual(200);
  });

  it('give rules of which a careful person keeps four in five as they are, and misses few', () => {
    const kept = samples.flatMap((sample) => {
      const labels = new Set(sample.keep.map(({ text }) => text));
      return (found.get(sample) ?? []).map(({ text }) => ({
        sample: sample.name,
        text,
        isKept: labels.has(text),
      }));
    });
    const missed = samples.flatMap((sample) => {
      const texts = new Set((found.get(sample) ?? []).map(({ text }) => text));
      return sample.keep.filter(({ text }) => !texts.has(text)).map(({ text }) => `${sample.name}: ${text}`);
    });
    const share = kept.filter(({ isKept }) => isKept).length / kept.length;
    const changed = kept.filter(({ isKept }) => !isKept).map(({ sample, text }) => `${sample}: ${text}`);
    const labels = samples.flatMap(({ keep }) => keep).length;
    expect(share, changed.join('\n')).toBeGreaterThanOrEqual(0.8);
    expect(1 - missed.length / labels, missed.join('\n')).toBeGreaterThanOrEqual(0.8);
  });

  it('give rules with the strength that a careful person gives them', () => {
    const pairs = samples.flatMap((sample) =>
      sample.keep.flatMap(({ text, must }) => {
        const same = (found.get(sample) ?? []).find((one) => one.text === text);
        return same === undefined ? [] : [{ text, isRight: same.must === must }];
      }),
    );
    const wrong = pairs.filter(({ isRight }) => !isRight).map(({ text }) => text);
    expect(1 - wrong.length / pairs.length, wrong.join('\n')).toBeGreaterThanOrEqual(0.95);
  });

  it('split no rule from its example, and make no rule of a lead-in alone', () => {
    for (const sample of samples)
      for (const { text } of found.get(sample) ?? []) {
        expect(text, sample.name).not.toMatch(/^(?:```|~~~|\||(?:Good|Bad|Example|For example)\b[^:]*:?$)/);
        expect(text, sample.name).not.toMatch(/^[^`|]*:$/);
      }
  });
});

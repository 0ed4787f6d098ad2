import { execFileSync } from 'node:child_process';
import { link, lstat, mkdir, readdir, readFile, readlink, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { missed } from '../feedback/support.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { inTurn } from '../support/runs.ts';
import { hasLinks } from '../support/system.ts';

/** A command that writes, and what it writes in a project with these files. */
interface Writer {
  readonly name: string;
  readonly argv: readonly string[];
  readonly writes: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Commands before it, for what it changes or removes. */
  readonly before?: readonly (readonly string[])[];
}

const results = '<testsuite name="s"><testcase name="works"/></testsuite>';
const story =
  'tenka:\n  US1: {who: a, what: b, why: c, acs: {AC1.1: {given: a, when: b, then: c, checks: [{test: works}]}}}\n';
const scope = {
  '.precept/rules/s/suggestions.yml': 'a:\n  ruleset: [Keep calm]\n',
  '.precept/rules/s/katas.yml': 'c: {katas: {k: {files: {run.sh: files/a}, procedure: 1. Go.}}}\n',
  '.precept/rules/s/files/a': '#!/bin/sh\n',
  '.precept/rules/s/tenka.yml': story,
};
const report = ['--task', missed.task, '--category', 'api', '--reason', missed.reason];
const toml = {
  'old/settings.toml': 'RULES_PATH = "rules"\nTEAM = "shop"\n',
  'old/rules/s/suggestions.yml': 'a:\n  ruleset: [Keep calm]\n',
};
const init = (client: string, ...writes: string[]): Writer => ({
  name: `init --client ${client}`,
  argv: ['init', '--client', client, '--write'],
  files: { ...scope, '.precept/settings.yml': '' },
  writes,
});
const exported = (target: string, ...writes: string[]): Writer => ({
  name: `export --to ${target}`,
  argv: ['export', 's', '--to', target, '--write'],
  files: scope,
  writes,
});

const writers: readonly Writer[] = [
  {
    name: 'init',
    argv: ['init'],
    writes: ['.precept/settings.yml', '.precept/.gitignore', '.precept/schemas/settings.schema.json'],
  },
  { ...init('claude', '.mcp.json', '.claude/settings.json', 'AGENTS.md') },
  init('cursor', '.cursor/mcp.json'),
  init('vscode', '.vscode/mcp.json'),
  init('codex', '.codex/config.toml'),
  init('gemini', '.gemini/settings.json'),
  init('zed', '.zed/settings.json'),
  {
    name: 'import',
    argv: ['import', 'notes.md', '--scope', 'new', '--write'],
    files: { ...scope, 'notes.md': '- Be brief\n' },
    writes: ['.precept/rules/new/suggestions.yml'],
  },
  {
    name: 'import --into',
    argv: ['import', 'notes.md', '--scope', 's', '--write', '--into'],
    files: { ...scope, 'notes.md': '- Be brief\n- Never lie\n' },
    writes: ['.precept/rules/s/suggestions.yml', '.precept/rules/s/commandments.yml'],
  },
  {
    name: 'import of a skill',
    argv: ['import', '.claude', '--scope', 's', '--write', '--into'],
    files: {
      ...scope,
      '.claude/skills/x/SKILL.md': '---\nname: x\ndescription: d\n---\nGo\n',
      '.claude/skills/x/run.sh': 'go',
    },
    writes: ['.precept/rules/s/files/x/run.sh', '.precept/rules/s/katas.yml'],
  },
  {
    name: 'import --from toml',
    argv: ['import', 'old', '--from', 'toml', '--scope', 's', '--write'],
    files: toml,
    writes: ['.precept/settings.yml', '.precept/rules/s/suggestions.yml'],
  },
  exported('agents', 'AGENTS.md'),
  exported('claude-rules', '.claude/rules/a.md'),
  exported('cursor', '.cursor/rules/a.mdc'),
  exported('copilot', '.github/copilot-instructions.md'),
  exported('skills', '.agents/skills/k/SKILL.md', '.agents/skills/k/run.sh'),
  {
    name: 'export that removes',
    argv: ['export', 's', '--to', 'skills', '--write'],
    files: scope,
    before: [
      ['export', 's', '--to', 'skills', '--write'],
      ['rewrite', '.precept/rules/s/katas.yml', 'c: {katas: {other: 1. Go.}}\n'],
    ],
    writes: ['.agents/skills/k/run.sh', '.agents/skills/k/SKILL.md'],
  },
  {
    name: 'publish',
    argv: ['publish', 'public'],
    files: scope,
    writes: ['public/precept.json', 'public/bundles/x'],
  },
  {
    name: 'publish --prune',
    argv: ['publish', 'public', '--prune'],
    files: scope,
    before: [
      ['publish', 'public'],
      ['rewrite', '.precept/rules/s/suggestions.yml', 'a:\n  ruleset: [Other]\n'],
    ],
    writes: ['public/precept.json', 'public/bundles/x'],
  },
  {
    name: 'lint --fix',
    argv: ['lint', '--fix'],
    files: { ...scope, '.precept/rules/s/commandments.yml': 'b:\n  rulset: [x]\n' },
    writes: ['.precept/rules/s/commandments.yml'],
  },
  {
    name: 'feedback',
    argv: ['feedback', 'missed-categories', ...report],
    files: scope,
    writes: ['.precept/feedback.jsonl'],
  },
  {
    name: 'feedback that is forwarded',
    argv: ['feedback', 'missed-categories', ...report],
    files: scope,
    env: {
      PRECEPT_FEEDBACK_FORWARD: 'true',
      PRECEPT_MASTER_SERVER_URL: 'http://127.0.0.1:9',
      PRECEPT_REMOTE_MAX_RETRIES: '0',
    },
    writes: ['.precept/feedback.jsonl.forward'],
  },
  {
    name: 'results',
    argv: ['tenka', 'import', 'report.xml'],
    files: { ...scope, 'report.xml': results },
    writes: ['.precept/validation.jsonl'],
  },
  {
    name: 'counts of use',
    argv: ['rules', 's'],
    files: scope,
    env: { PRECEPT_USAGE: 'true' },
    writes: ['.precept/usage.jsonl'],
  },
  { name: 'keys new', argv: ['keys', 'new', 'keys/x.pem'], files: { 'keys/': '' }, writes: ['keys/x.pem'] },
];

const secret = 'S3CRET';
const hook = '[core]\n\tbare = false\n';

/** Everything below a folder: texts of files, where links lead. */
async function contentOf(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of (await readdir(folder)).sort()) {
    const whole = path.join(folder, name);
    const status = await lstat(whole);
    if (status.isSymbolicLink()) found[name] = `-> ${await readlink(whole)}`;
    else if (status.isFile()) found[name] = await readFile(whole, 'utf8');
    else found[name] = status.isDirectory() ? 'folder' : 'other';
    if (!status.isDirectory()) continue;
    for (const [below, text] of Object.entries(await contentOf(whole))) found[`${name}/${below}`] = text;
  }
  return found;
}

/** What a checkout may have put at a place of the path; given that place and a folder of its user elsewhere. */
type Plant = (place: string, elsewhere: string, project: string) => Promise<unknown> | unknown;

const atFolders: Readonly<Record<string, Plant>> = {
  'a link out': (place, elsewhere) => symlink(elsewhere, place),
  'a link into .git': (place, _, project) => symlink(path.join(project, '.git/hooks'), place),
  'a link to nowhere': (place, elsewhere) => symlink(path.join(elsewhere, 'new'), place),
  'a pipe': (place) => execFileSync('mkfifo', [place]),
};
const atFiles: Readonly<Record<string, Plant>> = {
  'a link out': (place, elsewhere) => symlink(path.join(elsewhere, 'file.yml'), place),
  'a link into .git': (place, _, project) => symlink(path.join(project, '.git/config'), place),
  'a link to nowhere': (place, elsewhere) => symlink(path.join(elsewhere, 'new.yml'), place),
  'a device': (place) => symlink('/dev/zero', place),
  'a pipe': (place) => execFileSync('mkfifo', [place]),
  'another name of a file elsewhere': async (place, elsewhere) => {
    await writeFiles(elsewhere, { 'named.yml': 'key: x\n' });
    await link(path.join(elsewhere, 'named.yml'), place);
  },
  'another name of a file of git': (place, _, project) => link(path.join(project, '.git/config'), place),
};

/** Every step of a path: `.claude`, `.claude/rules`, `.claude/rules/a.md`. */
function stepsOf(file: string): { step: string; plants: Readonly<Record<string, Plant>> }[] {
  const names = file.split('/');
  return names.map((_, index) => ({
    step: names.slice(0, index + 1).join('/'),
    plants: index === names.length - 1 ? atFiles : atFolders,
  }));
}

/** A project that a writer runs in, with a home, and a folder of somebody else's files beside it. */
async function begin(writer: Writer) {
  const top = await tempFolder({ 'home/': '', 'elsewhere/': '', 'project/': '' });
  const at = (name: string) => path.join(top, name);
  const [project, elsewhere, home] = [at('project'), at('elsewhere'), at('home')];
  await writeFiles(project, {
    ...writer.files,
    '.git/config': hook,
    '.git/hooks/': '',
    '.git/HEAD': 'ref: x',
  });
  await writeFiles(elsewhere, { 'file.yml': `key: ${secret}\n`, 's/suggestions.yml': `key: ${secret}\n` });
  const options = { cwd: project, home, ...(writer.env && { env: writer.env }) };
  for (const [verb = '', file = '', text = ''] of (writer.before ?? []) as string[][]) {
    if (verb === 'rewrite') await writeFiles(project, { [file]: text });
    else await precept([verb, ...((writer.before?.[0] ?? []).slice(1) as string[])], options);
  }
  return { project, elsewhere, home, options };
}

/** Without anything planted it writes what the table says: the cases below are about something. */
async function writesAll(writer: Writer) {
  const { project, options } = await begin(writer);
  const before = await contentOf(project);
  await precept(writer.argv, options);
  const after = await contentOf(project);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => before[name] !== after[name]);
  for (const file of writer.writes)
    expect(changed.filter((name) => name === file || path.dirname(name) === path.dirname(file))).not.toEqual(
      [],
    );
}

async function run(writer: Writer, step: string, plant: Plant) {
  const { project, elsewhere, home, options } = await begin(writer);
  const place = path.join(project, step);
  await mkdir(path.dirname(place), { recursive: true });
  await rm(place, { recursive: true, force: true });
  await plant(place, elsewhere, project);
  const before = await Promise.all([elsewhere, home, path.join(project, '.git')].map(contentOf));
  const ended = await precept(writer.argv, options);
  const after = await Promise.all([elsewhere, home, path.join(project, '.git')].map(contentOf));
  const { '.config': _, ...ownHome } = after[1] ?? {};
  const kept = Object.fromEntries(Object.entries(ownHome).filter(([name]) => !name.startsWith('.config/')));
  expect([after[0], kept, after[2]]).toEqual(before);
  const written = await contentOf(project);
  expect(Object.entries(written).filter(([, text]) => text.includes(secret))).toEqual([]);
  if (writer.argv[0] === 'import') expect(ended.stdout + ended.stderr).not.toContain(secret);
  expect(Object.keys(written).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  expect(ended.stderr).not.toMatch(/\n\s+at /);
}

describe.runIf(hasLinks)('nothing is written outside of the project or into .git', () => {
  describe.each(writers.map((writer) => [writer.name, writer] as const))('by %s', (_, writer) => {
    const steps = new Map(writer.writes.flatMap(stepsOf).map((one) => [one.step, one.plants]));
    const cases = [...steps].flatMap(([step, plants], index) =>
      inTurn(Object.entries(plants), writers.indexOf(writer) + index).map(
        ([name, plant]) => [step, name, plant] as const,
      ),
    );
    test('what it is to write', () => writesAll(writer));
    test.each(cases)('%s is %s', (step, _name, plant) => run(writer, step, plant));
  });
});

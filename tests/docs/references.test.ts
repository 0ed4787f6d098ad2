import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { groups } from '../../docs/.vitepress/pages.ts';
import { settingNames } from '../../src/config/settings.ts';
import { loginKeys } from '../../src/config/values/master-entries.ts';
import { checkKinds } from '../../src/guidance/rules/record/check.ts';
import { faultStatus } from '../../src/model/fault.ts';
import { exportTargets } from '../../src/model/names/export-targets.ts';
import { problemCodes } from '../../src/model/problems/problem-codes.ts';
import { operations } from '../../src/service/operations.ts';
import { precept } from '../cli/command-line.ts';
import { httpClient } from '../http/client.ts';
import { documents, type Mention, placeOf, readMarkdown, root } from './markdown.ts';

const pages = [...documents, readMarkdown('CONTRIBUTING.md'), readMarkdown('CHANGELOG.md')];
const codesOf = (pattern: RegExp) =>
  pages.flatMap(({ codes: words }) => words.filter(({ text }) => pattern.test(text)));
const shown = (mention: Mention) => `${placeOf(mention)} ${mention.text}`;

describe('links', () => {
  test('lead to files and headings that exist', () => {
    const broken = pages.flatMap(({ file, links, anchors }) =>
      links.filter(({ text }) => {
        if (/^https?:/.test(text)) return false;
        const [target = '', anchor] = text.split('#');
        if (target === '') return !anchors.has(anchor ?? '');
        const found = path.posix.join(path.posix.dirname(file), target);
        if (!existsSync(`${root}${found}`)) return true;
        return anchor !== undefined && !readMarkdown(found).anchors.has(anchor);
      }),
    );
    expect(broken.map(shown)).toEqual([]);
  });

  test('the README lists every guide', () => {
    const listed = documents[0]?.links.map(({ text }) => text) ?? [];
    const guides = readdirSync(`${root}docs`).filter((name) => name.endsWith('.md') && name !== 'index.md');
    expect(guides.filter((guide) => !listed.includes(`docs/${guide}`))).toEqual([]);
  });

  test('the menu of the site lists every page', () => {
    const listed = groups.flatMap(({ pages: some }) => some.map(({ file }) => file));
    const files = ['', 'api/'].flatMap((folder) =>
      readdirSync(`${root}docs/${folder}`)
        .filter((name) => name.endsWith('.md') && name !== 'index.md')
        .map((name) => `${folder}${name}`),
    );
    expect(listed.toSorted()).toEqual(files.toSorted());
  });

  test('files named in backticks exist', () => {
    const files = codesOf(/^(src|docs|examples|scripts|schemas|tests)\/[\w./@-]+$/);
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter(({ text }) => !existsSync(`${root}${text}`)).map(shown)).toEqual([]);
  });
});

describe('commands', () => {
  const inBlocks = pages.flatMap(({ snippets }) =>
    snippets.flatMap(({ file, line, text, language }) =>
      language !== 'sh'
        ? []
        : text.split('\n').map((one, index) => ({ file, line: line + index, text: one })),
    ),
  );
  const all = [...codesOf(/^precept( |$)/), ...inBlocks].flatMap(({ text, ...place }) => {
    const [, words] =
      /(?:^|&& |\s)(?:precept|npx -y precept-mcp|node dist\/main\.js) ([^#|]*)/.exec(text) ?? [];
    return words === undefined ? [] : [{ ...place, text: words.trim() }];
  });

  test('and their flags exist', async () => {
    const helps = new Map<string, Promise<string>>();
    const helpOf = (command: string) => {
      const help =
        helps.get(command) ??
        precept([...command.split(' ').filter(Boolean), '--help']).then(({ stdout }) => stdout);
      helps.set(command, help);
      return help;
    };
    // Longest first: `tenka` alone is no command, and what follows a command's words are its arguments.
    const commands = [
      ...readMarkdown('docs/commands.md').text.matchAll(/^\| `precept ([a-z -]+?)(?: [<[].*?)?` \|/gm),
    ]
      .map(([, words = '']) => words)
      .sort((a, b) => b.length - a.length);
    const settingFlags = settingNames.map((name) => `--${name.replaceAll('_', '-')}`);
    const wrong: string[] = [];
    for (const mention of all) {
      const words = mention.text.replace(/^-c \S+ /, '');
      const isBare = words === '' || /^[-<[]/.test(words);
      const command = commands.find((one) => words === one || words.startsWith(`${one} `));
      if (command === undefined && !isBare) wrong.push(shown(mention));
      else {
        const help = await helpOf(command ?? '');
        const flags = mention.text.match(/(?<=\s|^)--?[a-z][a-z-]*/g) ?? [];
        const known = [
          ...settingFlags,
          '--config',
          '-c',
          '--rules-path',
          '-r',
          '--format',
          '--version',
          '--help',
        ];
        for (const flag of flags)
          if (!known.includes(flag) && !help.includes(flag)) wrong.push(`${shown(mention)}: ${flag}`);
      }
    }
    expect(all.length).toBeGreaterThan(60);
    expect(wrong).toEqual([]);
  });
});

describe('names', () => {
  test('variables PRECEPT_… are settings', () => {
    const others = [
      'PRECEPT_CONFIG_FILE',
      'PRECEPT_NO_SYSTEM_CONFIG',
      'PRECEPT_TRUST',
      'PRECEPT_TEAM_CHANNEL',
      'PRECEPT_ACCESS_TOKEN',
    ];
    const known = [...settingNames.map((name) => `PRECEPT_${name.toUpperCase()}`), ...others];
    const used = pages.flatMap(({ file, text }) =>
      [...text.matchAll(/PRECEPT_[A-Z_]*[A-Z]/g)].map(([name]) => ({ file, name })),
    );
    expect(used.length).toBeGreaterThan(8);
    expect(used.filter(({ name }) => !known.includes(name))).toEqual([]);
  });

  test('paths of the API exist', async () => {
    const { get } = await httpClient({});
    const { paths } = (await (await get('/openapi.json')).json()) as { paths: Record<string, unknown> };
    const forms = Object.keys(paths).map((one) => one.replace(/\{\w+\}/g, '<>'));
    const named = codesOf(/^(?:(?:GET|POST) )?\/(?:api\/v1|feedback|scopes)\//);
    const unknown = named.filter(({ text }) => {
      const asked = text
        .replace(/^\w+ /, '')
        .replace(/\?.*/, '')
        .replace(/^(?!\/api)/, '/api/v1')
        .replace(/<\w+>|\{\w+\}/g, '<>');
      return !forms.includes(asked);
    });
    expect(named.length).toBeGreaterThan(4);
    expect(unknown.map(shown)).toEqual([]);
  });

  test('settings, tools, arguments and codes exist', async () => {
    const { get } = await httpClient({});
    const fields = (await (await get('/openapi.json')).text()).match(/(?<=")\w+(?=":)/g) ?? [];
    const args = operations.flatMap(({ input, mcp }) => Object.keys((mcp?.input ?? input).entries));
    const known = new Set<string>([
      ...settingNames,
      ...loginKeys,
      ...operations.map(({ name }) => name),
      ...args,
      ...fields,
      ...Object.keys(problemCodes),
      ...checkKinds,
      ...Object.keys(faultStatus),
      ...others,
    ]);
    const words = codesOf(/^[a-z]+(?:[_-][a-z]+)+$/);
    expect(words.length).toBeGreaterThan(100);
    expect(words.filter(({ text }) => !known.has(text)).map(shown)).toEqual([]);
  });
});

/** Names that no table of the program has, and those of others. */
const others: readonly string[] = [
  ...['not_run', 'min_pass'],
  // An outcome of a review.
  'not-run',
  // Of evals.json and grading.json of agent skills.
  ...['expected_output', 'assertion_results'],
  ...[
    'apply_scope_rules',
    'follow_kata',
    'service_version',
    'accepted_roles',
    'precept-mcp',
    'precept-cli',
    'precept-web',
  ],
  ...['x-request', 'large_client_header_buffers', 'proxy_buffer_size'],
  ...[
    'git_branch',
    'git_commit',
    'git_remote',
    'git_root',
    'git_user',
    'git_dirty',
    'project_root',
    'project_name',
  ],
  ...[
    'lint_ignore',
    'end_line',
    'end_column',
    'left_out',
    'not_carried',
    'not_run',
    'bad-signature',
    'latency_ms',
  ],
  ...['precept_sessions_total', 'precept_feedback_queue', 'pg_dump'],
  // Examples of an id, of katas, of a variable, and of names that look like secrets.
  ...['cursor-paging', 'cut-release', 'roll-back', 'team_channel', 'db_password', 'github_token'],
  ...['logged_out', 'not_trusted', 'not_needed'],
  ...exportTargets,
  ...['mcp_servers', 'context_servers', 'at_hash', 'c_hash', 'no-store', 'no-cache'],
];

import { spawn, spawnSync } from 'node:child_process';
import { chmod, readdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { tempFolder } from '../support/folder.ts';
import { startClock } from '../support/in-time.ts';
import { cleanEnvironment, follow, programFile } from '../support/program.ts';

const content = {
  '.precept/rules/shop/commandments.yml': 'api.http: {ruleset: [Do]}\nstyle: {ruleset: [Do]}\n',
  '.precept/rules/shop/katas.yml': 'release: {katas: {cut-release: "1. Go.", roll-back: "1. Go."}}\n',
  '.precept/rules/base/commandments.yml': 'a: {ruleset: [Do]}\n',
};
const has = (shell: string) => spawnSync(shell, ['--version']).status === 0;
const stub = `#!/bin/sh\nexec '${process.execPath}' '${programFile}' "$@"\n`;

let cwd: string;
beforeAll(async () => {
  cwd = await tempFolder({ ...content, 'bin/precept': stub, 'bin/precept-mcp': stub });
  for (const name of ['precept', 'precept-mcp']) await chmod(path.join(cwd, 'bin', name), 0o755);
});

async function shell(name: string, args: readonly string[], script: string) {
  const env = await cleanEnvironment();
  const child = spawn(name, [...args, script], {
    cwd,
    env: { ...env, PATH: `${cwd}/bin:${env.PATH}`, TERM: 'dumb' },
    stdio: 'pipe',
  });
  const program = follow(child);
  program.stdin.end();
  return program.ended;
}

const words = async (...line: string[]) => {
  const { code, stdout, stderr } = await precept(['completion', 'bash', '--', ...line], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.split('\n').filter((word) => word !== '');
};

describe('what a word can become', () => {
  test.each([
    [['rul'], ['rules']],
    [['tenka', 's'], ['stories']],
    [
      ['rules', ''],
      ['base', 'shop'],
    ],
    [['rules', 'sh'], ['shop']],
    [
      ['kata', 'shop', ''],
      ['cut-release', 'roll-back'],
    ],
    [
      ['rules', 'shop', '--categories', ''],
      ['api.http', 'release', 'style'],
    ],
    [['rules', 'shop', '--categories', 'style,a'], ['style,api.http']],
    [['rules', 'shop', '--format', 'j'], ['json']],
    [['rules', 'shop', '--format=j'], ['--format=json']],
    [['rules', 'shop', '--format', '=', 'j'], ['json']],
    [
      ['rules', 'shop', '--format', '='],
      ['markdown', 'json', 'yaml'],
    ],
    [['export', 'shop', '--to', 'agents,cur'], ['agents,cursor']],
    [['hook', 'SessionStart', '--scope', 'b'], ['base']],
    [['rules', '--forma'], ['--format']],
    [['rules', '--help'], ['--help']],
    [
      ['rules', '--version', ''],
      ['base', 'shop'],
    ],
    [['rules', '--rules-path', ''], []],
    [['nonsense', ''], []],
    [['rules', 'nowhere', '--categories', ''], []],
  ])('%j', async (line, expected) => {
    expect(await words(...line)).toEqual(expected);
  });

  test('is nothing, and no message, where the settings are broken', async () => {
    const broken = await tempFolder({
      ...content,
      '.precept/settings.yml': 'log_level: loud\nhttp_port: x\n',
    });
    const { code, stdout, stderr } = await precept(['completion', 'zsh', '--', 'rules', ''], { cwd: broken });
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'base\nshop\n', stderr: '' });
  });

  test('waits a second at most for masters', async () => {
    const silent = await import('node:net').then(({ createServer }) => createServer(() => {}));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { port: number };
    const env = {
      PRECEPT_MASTER_SERVER_URL: `http://127.0.0.1:${port}`,
      PRECEPT_REMOTE_TIMEOUT_SECONDS: '60',
    };
    const clock = startClock();
    const { stdout } = await precept(['completion', 'bash', '--', 'rules', ''], { cwd, env });
    silent.close();
    expect(stdout).toBe('base\nshop\n');
    await clock.expectInTime(20_000);
  });

  test.each([[['tcsh'], /one of bash, zsh, fish, powershell, not "tcsh"/]])(
    '%j is wrong usage',
    async (argv, says) => {
      const { code, stderr } = await precept(['completion', ...argv]);
      expect(code).toBe(2);
      expect(stderr).toMatch(says);
    },
  );
});

describe('PowerShell', () => {
  const sent = (word: string) => `w${Buffer.from(word).toString('base64')}`;

  test('sends and gets words in a form that no shell reads as anything else', async () => {
    const odd = '$(calc)`"\u2019';
    const folder = await tempFolder({
      '.precept/rules/shop/commandments.yml': `${JSON.stringify(odd)}: {ruleset: [Do]}\nstyle: {ruleset: [Do]}\n--config=x: {ruleset: [Do]}\n`,
    });
    const line = ['rules', 'shop', '--categories', ''].map(sent);
    const { code, stdout, stderr } = await precept(['completion', 'powershell', ...line], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.split('\n').filter(Boolean);
    expect(lines.every((text) => /^[A-Za-z0-9+/=]+$/.test(text))).toBe(true);
    expect(lines.map((text) => Buffer.from(text, 'base64').toString('utf8'))).toEqual([odd, 'style']);
  });

  test('inserts a name as one literal, whatever it holds', async () => {
    const { stdout } = await precept(['completion', 'powershell']);
    expect(stdout).toContain("'\\A[A-Za-z0-9_./:=-]+\\z'");
    expect(stdout).toContain('EscapeSingleQuotedStringContent($word)');
    expect(stdout).not.toMatch(/Invoke-Expression(?!\n)/);
  });

  const program = ['pwsh', 'powershell'].find(
    (name) => spawnSync(name, ['-NoProfile', '-Command', '1']).status === 0,
  );
  test.skipIf(program === undefined)('itself', async () => {
    // As npm does it on Windows: a script of PowerShell, in place of one for sh.
    const stub = `& '${process.execPath}' '${programFile}' @args\n`;
    const folder = await tempFolder({ ...content, 'bin/precept.ps1': stub });
    const complete = (line: string) =>
      `(TabExpansion2 '${line}' ${line.length}).CompletionMatches.CompletionText -join ' ';`;
    const script = `$env:PATH = '${folder}/bin' + [IO.Path]::PathSeparator + $env:PATH; Set-Alias precept '${folder}/bin/precept.ps1';
      precept completion powershell | Out-String | Invoke-Expression;
      Set-Location '${folder}'; ${complete('precept rul')} ${complete('precept rules ')} ${complete('precept export shop --to agents,cur')}`;
    const { stdout, stderr } = spawnSync(program ?? '', ['-NoProfile', '-Command', script], {
      encoding: 'utf8',
    });
    expect({ stderr, stdout: stdout.replaceAll('\r', '') }).toEqual({
      stderr: '',
      stdout: "rules\nbase shop\n'agents,cursor'\n",
    });
  });
});

describe('in the shells', () => {
  const hostile = {
    '.precept/rules/shop/commandments.yml':
      'api$(touch$IFS$9ran-category): {ruleset: [Do]}\nhttp: {ruleset: [Do]}\n',
    '.precept/rules/shop/katas.yml': [
      'release:',
      '  katas:',
      ...[
        '$(touch$IFS$9ran)',
        '`touch$IFS$9ran`',
        ';touch$IFS$9ran',
        '|touch',
        '&touch',
        '>ran',
        '<(touch)',
      ].map((name) => `    "x${name}": "1. Go."`),
      ...['=ls', '~root', '-rf', '#c', '*', '!1', '{a,b}', "x'", 'x\\\\'].map(
        (name) => `    "${name}": "1. Go."`,
      ),
      '    "z$(touch$IFS$9ran)": "1. Go."',
      '    xylophone: "1. Go."',
      '    größe-ändern: "1. Go."',
      '',
    ].join('\n'),
  };

  test.each(['bash', 'zsh', 'fish'])('%s is given no name that it would read as more', async (shell) => {
    const folder = await tempFolder(hostile);
    const ask = async (...line: string[]) =>
      (await precept(['completion', shell, '--', ...line], { cwd: folder })).stdout;
    expect(await ask('kata', 'shop', '')).toBe('größe-ändern\nxylophone\n');
    expect(await ask('rules', 'shop', '--categories', '')).toBe('http\nrelease\n');
  });

  test.skipIf(!has('bash') || !has('zsh'))('bash runs nothing of a name, at its own prompt', async () => {
    const folder = await tempFolder({ ...hostile, 'bin/precept': stub });
    await chmod(path.join(folder, 'bin/precept'), 0o755);
    const typed = (line: string) => `zpty -w -n z $'${line}'; `;
    const seen = (text: string) => `zpty -r z got '*${text}*' || exit 1; `;
    const script = `
      zmodload zsh/zpty; zpty z bash --noprofile --norc -i
      ${typed(`cd "${folder}"; PATH="$PWD/bin:$PATH"; source <(precept completion bash); echo rea""dy\\n`)}
      ${seen('ready')}
      ${typed('echo precept; precept kata shop z\\t; echo do""ne\\n')}
      ${seen('done')}
      echo completed; zpty -d z`;
    const { stdout } = await shell('zsh', ['-f', '-c'], script);
    expect(stdout).toBe('completed\n');
    expect(await readdir(folder)).not.toContain('ran');
  });

  test.skipIf(!has('bash'))('bash, for both names of the program', async () => {
    const ask = (line: string, at: number) =>
      `COMP_WORDS=(${line}); COMP_CWORD=${at}; $(complete -p "\${COMP_WORDS[0]}" | sed 's/.*-F \\([^ ]*\\).*/\\1/'); echo "\${COMPREPLY[*]}";`;
    const script = `source <(precept completion bash); ${ask('precept rules ""', 2)} ${ask('precept-mcp kata shop r', 3)} ${ask('precept rules shop --format = y', 5)}`;
    const { code, stdout, stderr } = await shell('bash', ['--noprofile', '--norc', '-c'], script);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'base shop\nroll-back\nyaml\n', stderr: '' });
  });

  test.skipIf(!has('fish'))('fish', async () => {
    const script = `precept completion fish | source; complete -C "precept rules "; complete -C "precept-mcp kata shop r"; complete -C "precept rules shop --format="`;
    const { stdout, stderr } = await shell('fish', ['--no-config', '-c'], script);
    expect(stderr).toBe('');
    expect(stdout.split('\n').sort().join(' ').trim()).toBe(
      '--format=json --format=markdown --format=yaml base roll-back shop',
    );
  });

  test.skipIf(!has('zsh'))('zsh, at its own prompt', async () => {
    const typed = (line: string) => `zpty -w -n z $'${line}'; `;
    const seen = (text: string) => `zpty -r z got '*${text}*' || exit 1; `;
    const script = `
      zmodload zsh/zpty; zpty z zsh -f -i
      ${typed('PS1=; autoload -Uz compinit; compinit -u -D; source <(precept completion zsh); echo rea""dy\\n')}
      ${seen('ready')}
      ${typed('precept kata sh\\t cut\\t\\n')}
      ${seen('1. Go')}
      echo completed; zpty -d z`;
    const { stdout, stderr } = await shell('zsh', ['-f', '-c'], script);
    expect({ stdout, stderr }).toEqual({ stdout: 'completed\n', stderr: '' });
  });
});

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { tempFolder } from '../support/folder.ts';
import {
  type Outcome,
  programFile,
  type RunningProgram,
  runProgram,
  startProgram,
} from '../support/program.ts';
import { approve, createBrowser, type Page, type ScriptedBrowser } from './browser.ts';
import { audience, clientId, type TestIssuer } from './issuer.ts';

/** A person with a home folder of their own, who runs the built program. */
export interface Reader {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  readonly credentials: string;
  /** Everything that any of the programs printed. */
  readonly printed: string[];
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Outcome>;
  start(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<RunningProgram>;
  /** `precept login` with this account in a scripted browser. */
  logIn(account?: string): Promise<{ outcome: Outcome; page: Page }>;
  stored(): Promise<StoredFile>;
}

export interface StoredFile {
  readonly logins: Record<
    string,
    { access_token: string; refresh_token: string | null; expires_at: number; origins?: string[] }
  >;
}

export async function createReader(
  issuer: Pick<TestIssuer, 'url'>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Reader> {
  const home = await tempFolder();
  const env = {
    HOME: home,
    PRECEPT_OIDC_ISSUER_URL: issuer.url,
    PRECEPT_OIDC_CLIENT_ID: clientId,
    PRECEPT_OIDC_AUDIENCE: audience,
    PRECEPT_REMOTE_TIMEOUT_SECONDS: '60',
    ...settings,
  };
  const printed: string[] = [];
  const credentials = path.join(home, '.config/precept/credentials.json');
  const start: Reader['start'] = async (args, more = {}) => {
    const program = await startProgram(args, { env: { ...env, ...more } });
    void program.ended.then(({ stdout, stderr }) => printed.push(stdout, stderr));
    return program;
  };
  return {
    home,
    env,
    credentials,
    printed,
    start,
    async run(args, more = {}) {
      const outcome = await runProgram(args, { env: { ...env, ...more } });
      printed.push(outcome.stdout, outcome.stderr);
      return outcome;
    },
    async logIn(account = 'ada') {
      const program = await start(['login']);
      const page = await approve(createBrowser(), await loginUrl(program), account);
      return { outcome: await program.ended, page };
    },
    stored: async () => JSON.parse(await readFile(credentials, 'utf8')) as StoredFile,
  };
}

/** The address that `precept login` asks to open. */
export async function loginUrl(program: RunningProgram): Promise<string> {
  await program.logged('code_challenge_method=');
  await program.logged('response_type=code');
  const url = /^https?:\S+$/m.exec(program.stderr())?.[0];
  if (url === undefined) throw new Error(`no address in: ${program.stderr()}`);
  return url;
}

/** What a person does with the code of a device login. */
export async function enterCode(
  browser: ScriptedBrowser,
  url: string,
  code: string,
  account: string,
): Promise<Page> {
  let page = await browser.open(url);
  page = await browser.submit(page, { user_code: code });
  for (let step = 0; step < 6 && /<form/.test(page.text); step++) {
    page = await browser.submit(page, { login: account, password: 'any', confirm: 'yes' });
  }
  return page;
}

/** The secrets that occur in texts that people or agents get to see; none is what a test wants. */
export function leaks(issuer: Pick<TestIssuer, 'secrets'>, texts: readonly string[]): string[] {
  const all = texts.join('\n');
  return [...issuer.secrets].filter((secret) => all.includes(secret)).map((secret) => secret.slice(0, 12));
}

/** A reader of a master, with content of its own, that does not keep answers. */
export async function createLocal(issuer: TestIssuer, master: string): Promise<Reader> {
  const rules = await tempFolder({
    'shop/commandments.yml': 'near:\n  ruleset: [From here]\n',
    'board/commandments.yml': 'near:\n  ruleset: [From here]\n',
  });
  return createReader(issuer, {
    PRECEPT_MASTER_SERVER_URL: master,
    PRECEPT_RULES_PATH: rules,
    PRECEPT_CACHE_TTL_SECONDS: '0',
  });
}

/** Makes the stored access token one that has expired, as time would. */
export async function expire(reader: Reader): Promise<void> {
  const file = await reader.stored();
  for (const login of Object.values(file.logins)) login.expires_at = Math.floor(Date.now() / 1000) - 5;
  await writeFile(reader.credentials, JSON.stringify(file));
}

/** What a test does with a host, and sees of the server below it. */
export interface Agent {
  /** Everything logged so far. */
  log(): string;
  /** What an agent reads of a scope's rules. */
  rules(scope?: string): Promise<string>;
  close(): Promise<void>;
}

/** An agent's host over the reader's server, with what that logs. */
export async function startAgent(reader: Reader): Promise<Agent> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [programFile],
    env: { PATH: '', ...reader.env },
    cwd: reader.home,
    stderr: 'pipe',
  });
  let log = '';
  transport.stderr?.on('data', (chunk) => {
    log += chunk;
  });
  const client = new Client({ name: 'agent', version: '1.0.0' });
  await client.connect(transport);
  return {
    log: () => log,
    close: () => client.close(),
    async rules(scope_name = 'shop') {
      const { content } = await client.callTool({ name: 'get_rules', arguments: { scope_name } });
      return JSON.stringify(content);
    },
  };
}

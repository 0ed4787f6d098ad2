import { spawn } from 'node:child_process';

export interface PackageRun {
  /** Exit code; null after a signal. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What npm writes when the registry cannot be reached; everything else is a failure worth reporting. */
const unreachable =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENOTCACHED/;

/** By packages: what npm said when it was asked where their programs are. */
const located = new Map<string, Promise<PackageRun>>();

/** Runs a program out of npm packages (`name@version`), which npm fetches first where it has to; `more` are environment variables. */
export async function runPackage(
  packages: readonly string[],
  command: readonly string[],
  limit = 300_000,
  more: Readonly<Record<string, string>> = {},
): Promise<PackageRun> {
  const key = packages.join(' ');
  const locating = located.get(key) ?? locate(packages);
  located.set(key, locating);
  const found = await locating;
  return found.code === 0 ? run(command, limit, { ...more, PATH: found.stdout.trim() }) : found;
}

/** Has npm fetch packages and print a PATH with their programs: npm takes as long to start as most of these do. */
function locate(packages: readonly string[]): Promise<PackageRun> {
  const names = packages.flatMap((name) => ['-p', name]);
  // Without a network npm would wait a minute and more between its attempts.
  const patience = { npm_config_fetch_retries: '1', npm_config_fetch_retry_mintimeout: '1000' };
  // `npm run --silent` would hide what went wrong from us too.
  const env = { ...patience, npm_config_loglevel: 'error' };
  return run(['npx', '-y', ...names, '--', 'node', '-p', 'process.env.PATH'], 300_000, env);
}

function run(
  [program = '', ...args]: readonly string[],
  timeout: number,
  more: Readonly<Record<string, string>>,
): Promise<PackageRun> {
  const shell = process.platform === 'win32';
  // Some of these programs would report to their makers what is run.
  const env = { ...process.env, DO_NOT_TRACK: '1', ...more };
  const child = spawn(program, args, { env, shell, stdio: ['ignore', 'pipe', 'pipe'], timeout });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/**
 * Fetches packages by running `probe`, a harmless command of theirs. Gives why they cannot be had if the registry is
 * out of reach, otherwise null; throws if they are there and do not work.
 */
export async function whyUnavailable(
  packages: readonly string[],
  probe: readonly string[],
): Promise<string | null> {
  const { code, stdout, stderr } = await runPackage(packages, probe);
  if (code === 0) return null;
  const reason = unreachable.exec(stderr);
  if (reason !== null) return `the npm registry cannot be reached (${reason[0]})`;
  throw new Error(`${probe.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
}

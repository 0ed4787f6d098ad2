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

/** Runs a program out of npm packages (`name@version`), which npm fetches first where it has to; `more` are environment variables. */
export function runPackage(
  packages: readonly string[],
  command: readonly string[],
  limit = 300_000,
  more: Readonly<Record<string, string>> = {},
): Promise<PackageRun> {
  const args = ['-y', ...packages.flatMap((name) => ['-p', name]), '--', ...command];
  const shell = process.platform === 'win32';
  // Without a network npm would wait a minute and more between its attempts.
  const patience = { npm_config_fetch_retries: '1', npm_config_fetch_retry_mintimeout: '1000' };
  // `npm run --silent` would hide what went wrong from us too. Some of these programs would report to their makers what is run.
  const env = { ...process.env, ...patience, npm_config_loglevel: 'error', DO_NOT_TRACK: '1', ...more };
  const child = spawn('npx', args, { env, shell, stdio: ['ignore', 'pipe', 'pipe'], timeout: limit });
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

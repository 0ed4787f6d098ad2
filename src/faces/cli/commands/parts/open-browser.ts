import { spawn } from 'node:child_process';
import { platform } from 'node:os';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Asks the desktop to show an address in its browser; whether there was something to ask. The address is an argument of
 * its own and goes through no shell.
 */
export async function openBrowser(url: string, env: Env): Promise<boolean> {
  const command = opener(env);
  if (command === null) return false;
  const [program, ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true, env: { ...env } });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

function opener(env: Env): [string, ...string[]] | null {
  switch (platform()) {
    case 'darwin':
      return ['open'];
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler'];
    default:
      // Without a desktop it would start a browser in this terminal.
      return env.DISPLAY || env.WAYLAND_DISPLAY || env.WSL_DISTRO_NAME ? ['xdg-open'] : null;
  }
}

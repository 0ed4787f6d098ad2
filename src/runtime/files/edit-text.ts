import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';

/** A user's editor as a command line, like `code --wait`. */
export interface Editor {
  readonly command: string;
  readonly env: NodeJS.ProcessEnv;
}

export interface EditedText {
  /** Exit code of the editor; null where it was ended by a signal, or could not be started. */
  readonly code: number | null;
  readonly text: string;
  /** Where the text lies, readable by its user alone, until it is removed. */
  readonly file: string;
  /** An editor that takes what lies there in place of a text. */
  readonly again: string;
  remove(): Promise<void>;
}

/** Lets a user change a text in an editor, which has this program's own terminal. */
export async function editText(editor: Editor, name: string, text: string): Promise<EditedText> {
  const folder = await mkdtemp(join(tmpdir(), 'precept-'));
  const file = join(folder, name);
  await writeFile(file, text, { mode: 0o600 });
  const code = await run(editor, file);
  const remove = () => rm(folder, { recursive: true, force: true });
  const again = platform() === 'win32' ? `copy /y "${file}"` : `cp '${file}'`;
  return { code, text: await readFile(file, 'utf8').catch(() => ''), file, again, remove };
}

function run({ command, env }: Editor, file: string): Promise<number | null> {
  const options = { stdio: 'inherit', env } as const;
  const child =
    platform() === 'win32'
      ? spawn(`${command} "${file}"`, { ...options, shell: true })
      : spawn('/bin/sh', ['-c', `${command} "$1"`, 'editor', file], options);
  return new Promise((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code));
  });
}

import { spawnSync } from 'node:child_process';
import { sep } from 'node:path';

/** What the system has that the tests run on. A test that needs more than Node asks for it by its name here, which says why. */

/** Windows knows no mode bits: each file is one that everybody may write. */
export const hasModes: boolean = process.platform !== 'win32';
/** Windows makes links only for those who have a right to. */
export const hasLinks: boolean = process.platform !== 'win32';
/** On Windows a program cannot ask another to end: signals come from the console. */
export const hasSignals: boolean = process.platform !== 'win32';
/** Windows has no `sh`, and no named pipes in folders. */
export const hasShell: boolean = process.platform !== 'win32';
/** Whose programs npm installs as scripts that only a shell starts. */
export const npmNeedsShell: boolean = process.platform === 'win32';
/** `/proc`, `/dev/full` and limits of memory and sizes of files, as only Linux has them. */
export const isLinux: boolean = process.platform === 'linux';
/** Rights of files keep out everybody but the system's own user, where there are such rights. */
export const hasRights: boolean = hasModes && process.getuid?.() !== 0;
/** By which clients are configured, and of which plugins are told. */
export const system: NodeJS.Platform = process.platform;
/** Windows keeps some names for devices, and has no blanks or dots at the end of one. */
export const makesAnyName: boolean = process.platform !== 'win32';
/** Git is a program of its own, which is not there where Windows is but an imitation. */
export const hasGit = (): boolean => spawnSync('git', ['--version'], { stdio: 'ignore' }).status === 0;
/** npm comes with Node, but not everywhere. */
export const hasNpx = (): boolean =>
  spawnSync('npx', ['--version'], { stdio: 'ignore', shell: npmNeedsShell }).status === 0;
/** A text with the paths of this system as those of others are written. */
export const withSlashes = (text: string): string => text.replaceAll(sep, '/');

import type { BaseContext } from 'clipanion';
import type { ConfigInput } from '../../config/config-input.ts';
import type { World } from '../../runtime/world.ts';
import type { CommandLine } from './command-line.ts';

/** Settings given as flags, and how each flag was typed: `-r`, or `--port` for http_port. */
export interface GivenFlags {
  readonly flags: ConfigInput['flags'];
  readonly typed: NonNullable<ConfigInput['typed']>;
}

/** The computer and the installation, as far as commands may see them. */
export interface Machine {
  /** `win32`, `darwin`, `linux` … */
  readonly platform: string;
  /** Version of Node.js, like `20.11.0`. */
  readonly node: string;
  /** Folder of the package's JSON Schemas, with a slash at the end. */
  readonly schemas: URL;
  /** The words that start this program again: Node, and its file. */
  readonly program: readonly string[];
}

export interface StdioOptions extends GivenFlags {
  /** Whether the HTTP listener runs beside it. */
  readonly http: boolean;
  /** Whether changed rules are served without a reload. */
  readonly watch: boolean;
  /** The file that every answer is written to as well; undefined for none. */
  readonly record?: string | undefined;
}

export interface ServeOptions extends GivenFlags {
  /** Whether changed rules are served without a reload. */
  readonly watch: boolean;
  /** Whether the server runs in a process of its own, which starts again when the program or its settings change. */
  readonly reload: boolean;
  /** For the server in that process: the port to take where the settings leave the choice open, 0 for any. */
  readonly supervised: number | null;
}

/** What the entry point lends the commands: the faces know nothing of one another. */
export interface Programs {
  readonly machine: Machine;
  /** MCP over stdio. Settles with the exit code. */
  stdio(options: StdioOptions): Promise<number>;
  /** The Language Server Protocol over stdio. Settles with the exit code. */
  lsp(options: GivenFlags): Promise<number>;
  /** The HTTP listener alone, until interrupted. */
  serve(options: ServeOptions): Promise<number>;
}

export interface CliContext extends BaseContext {
  /** Every command there is. */
  readonly table: readonly CommandLine[];
  readonly world: World;
  readonly programs: Programs;
}

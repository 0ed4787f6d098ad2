import type { BaseContext } from 'clipanion';
import type { ConfigInput } from '../../config/load-config.ts';
import type { World } from '../../runtime/world.ts';

export type Flags = ConfigInput['flags'];

/** The computer and the installation, as far as commands may see them. */
export interface Machine {
  /** `win32`, `darwin`, `linux` … */
  readonly platform: string;
  /** Version of Node.js, like `20.11.0`. */
  readonly node: string;
  /** Folder of the package's JSON Schemas, with a slash at the end. */
  readonly schemas: URL;
}

/** What the entry point lends the commands: the faces know nothing of one another. */
export interface Programs {
  readonly machine: Machine;
  /** MCP over stdio, with the HTTP listener beside it when `http` is given. Settles with the exit code. */
  stdio(options: { flags: Flags; http: boolean }): Promise<number>;
  /** The HTTP listener alone, until interrupted. */
  serve(options: { flags: Flags }): Promise<number>;
}

export interface CliContext extends BaseContext {
  readonly world: World;
  readonly programs: Programs;
}

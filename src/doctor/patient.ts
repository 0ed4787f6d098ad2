import type { Config } from '../config/config.ts';
import type { Service } from '../service/service.ts';
import type { Finding } from './finding.ts';

/** The installation that is looked at, and the machine around it. */
export interface Patient {
  readonly config: Config;
  /** Without plugins where one of them would stop or end this program. */
  readonly service: Service;
  /** Whether a setting that names masters or sources is wrong, so that scopes are missing that would be there. */
  readonly lacksScopes: boolean;
  /** What was found when the plugins were tried, each in a process of its own. */
  readonly trials: readonly Finding[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The folder whose `.precept` counts. */
  readonly project: string;
  readonly home: string;
  /** Version of Node.js, like `20.11.0`. */
  readonly node: string;
  /** `win32`, `darwin`, `linux` … */
  readonly platform: string;
  /** A path as people say it: below the working folder, or below `~`, where it is. */
  readonly shown: (path: string) => string;
}

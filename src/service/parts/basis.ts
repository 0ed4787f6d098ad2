import type { Config } from '../../config/config.ts';
import type { PluginHost } from '../../plugins/host-types.ts';
import type { Logger } from '../../runtime/log.ts';

/** What everything works with: each operation gets this part without naming it. */
export interface Basis {
  readonly config: Config;
  readonly log: Logger;
  readonly plugins: PluginHost;
  /** Whether the caller may see what others reported and read, of whatever scope; everybody where nobody logs in. */
  readonly isAdmin: boolean;
}

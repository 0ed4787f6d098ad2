import type { SettingValues } from '../config/settings.ts';
import { openService } from '../service/open-service.ts';
import type { Service as InnerService } from '../service/service.ts';

/** Settings by name, as in a settings file; null and what is left out fall back to environment, file and default. */
export type Settings = Partial<SettingValues>;

/** What a service is made from. Nothing of the process around it is read unless it is given here. */
export interface ServiceOptions {
  /** Absolute folder that relative paths start from; `.precept/settings.yml` and `.precept/rules` are looked for below it. */
  readonly cwd: string;
  readonly settings?: Settings;
  /** A settings file to read instead of one that is found. */
  readonly settingsFile?: string;
  /** Where `PRECEPT_*` variables come from, `process.env` for instance; none unless given. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Absolute home folder: settings and rules are looked for there too, and the login for masters is kept there. */
  readonly home?: string;
  /** Takes the lines, each with its line break, that the program writes to stderr; they are dropped unless given. */
  readonly log?: (line: string) => void;
}

/** The guidance of one configuration, to be served by `createMcpServer` and `createHttpApp`, by both at once too. */
export interface Service {
  /** Forgets cached guidance, so that the next request reads the files again; gives how each master took it. */
  reload(): Promise<readonly { readonly url: string; readonly ok: boolean; readonly error?: string }[]>;
  /** Ends what runs in the background; call it when nothing is served any more. */
  close(): Promise<void>;
}

const inner = new WeakMap<Service, InnerService>();

/** A service over the rules that the options lead to. Throws ConfigError, one line per mistake in the settings. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { cwd, home, env = {}, settings = {}, settingsFile, log = () => {} } = options;
  const { service } = await openService({
    flags: {},
    options: { ...settings, ...(settingsFile !== undefined && { config: settingsFile }) },
    env,
    cwd,
    writeLog: log,
    ...(home !== undefined && { home }),
  });
  service.feedback.resume();
  service.followMasters();
  const handle: Service = { reload: () => service.reload(), close: () => service.close() };
  inner.set(handle, service);
  return handle;
}

/**
 * What stands behind a service that `createService` gave. Throws a TypeError for anything else.
 * @internal
 */
export function innerService(service: Service): InnerService {
  const found = inner.get(service);
  if (found === undefined) throw new TypeError('the service must be what `await createService(…)` gave');
  return found;
}

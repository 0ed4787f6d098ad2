import { join } from 'node:path';
import type { AgentKind } from '../../../clients/facts/agent.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a program needs of the environment to run at all, and what holds no secrets. */
const passed =
  /^(?:PATH|SHELL|TERM|LANG|LANGUAGE|LC_[A-Z]+|TZ|USER|LOGNAME|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|COMSPEC|SYSTEMROOT|WINDIR|SYSTEMDRIVE|PATHEXT|OS|PROGRAMDATA|PROGRAMFILES(?:\(X86\))?|COMMONPROGRAMFILES(?:\(X86\))?|NUMBER_OF_PROCESSORS|PROCESSOR_ARCHITECTURE)$/;

/** Folders of one run. All are new, and nothing of the user's own lies in them. */
export interface Workplace {
  /** The folder around them. */
  readonly root: string;
  /** What the agent works in. */
  readonly copy: string;
  readonly home: string;
  readonly temp: string;
  /** What git keeps of the copy, out of the agent's sight. */
  readonly git: string;
  readonly mcpConfig: string;
  /** What the server of the run was asked. */
  readonly log: string;
}

export function workplaceIn(root: string): Workplace {
  const below = (name: string) => join(root, name);
  return {
    root,
    copy: below('copy'),
    home: below('home'),
    temp: below('tmp'),
    git: below('git'),
    mcpConfig: below('mcp.json'),
    log: below('asked.jsonl'),
  };
}

/** The name of the variable by which processes of a run are found. */
export const marker = 'PRECEPT_EVAL_RUN';

/**
 * The environment of a run: a home and a temporary folder of its own, what programs need to run, and the variables that the user names.
 * Everything else may be a secret.
 */
export function environmentOf(
  env: Environment,
  named: readonly string[],
  { home, temp, mcpConfig }: Workplace,
  agent: AgentKind | null,
  token: string,
): Record<string, string> {
  const wanted = new Set(named);
  const own = Object.entries(env).filter(
    ([name, value]) => value !== undefined && (passed.test(name.toUpperCase()) || wanted.has(name)),
  ) as [string, string][];
  const below = (...names: string[]) => join(home, ...names);
  return {
    ...Object.fromEntries(own),
    HOME: home,
    USERPROFILE: home,
    APPDATA: below('AppData', 'Roaming'),
    LOCALAPPDATA: below('AppData', 'Local'),
    XDG_CONFIG_HOME: below('.config'),
    XDG_CACHE_HOME: below('.cache'),
    XDG_DATA_HOME: below('.local', 'share'),
    XDG_STATE_HOME: below('.local', 'state'),
    TMPDIR: temp,
    TEMP: temp,
    TMP: temp,
    NO_COLOR: '1',
    ...Object.fromEntries(Object.entries(agent?.home ?? {}).map(([name, path]) => [name, below(path)])),
    PRECEPT_EVAL_MCP_CONFIG: mcpConfig,
    [marker]: token,
  };
}

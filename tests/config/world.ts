import { join, sep } from 'node:path';
import { expect } from 'vitest';
import { type Config, ConfigError } from '../../src/config/config.ts';
import type { ConfigInput } from '../../src/config/config-input.ts';
import type { Consent } from '../../src/config/load/consent.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { parsePlainYaml } from '../../src/content/plain-yaml.ts';

export interface World {
  readonly flags?: ConfigInput['flags'];
  readonly env?: ConfigInput['env'];
  /** Files by absolute path; every folder on the way to one exists. */
  readonly files?: Readonly<Record<string, string>>;
  /** What its user said of the settings file; it is trusted as it is unless given. */
  readonly consent?: Consent;
  /** That of the contents of these files where it is left out: a system like Linux. */
  readonly platform?: string;
  readonly ofAdministrators?: ConfigInput['ofAdministrators'];
  /** Where paths lead; to themselves unless given. */
  readonly realPath?: ConfigInput['realPath'];
}

const cwd = '/work/shop';
const home = '/home/ann';

const given: Consent = { state: 'given' };

/** A path as the files of these worlds are named, whatever the system that the tests run on makes of it. */
function plain(path: string): string {
  return path
    .replace(/^[A-Za-z]:(?=\\(work|home|etc|abs|other|conf)\b)/, '')
    .replace(/^[\\/][\s\S]*/, (rest) => rest.replaceAll('\\', '/'));
}

/** The same of what is loaded, but for data of the settings file. */
function withPlainPaths(config: Config): Config {
  if (sep === '/') return config;
  const settings = Object.freeze(plainly(config.settings));
  return Object.freeze({ ...(plainly(config) as unknown as Config), settings } as Config);
}

function plainly(record: object): Record<string, unknown> {
  const isData = (name: string) => name === 'fileVariables' || name === 'environmentVariables';
  const parts = Object.entries(record).map(([name, value]): [string, unknown] =>
    isData(name) ? [name, value] : [name, plainOf(value)],
  );
  return Object.fromEntries(parts);
}

function plainOf(value: unknown): unknown {
  if (typeof value === 'string') return plain(value);
  if (Array.isArray(value)) return value.map(plainOf);
  return typeof value === 'object' && value !== null ? plainly(value) : value;
}

/** The settings in a world that holds these files and nothing else. */
export function load({
  flags = {},
  env = {},
  files = {},
  consent = given,
  platform = 'linux',
  ofAdministrators,
  realPath = async (path) => path,
}: World): Promise<Config> {
  const loading = loadConfig({
    flags,
    env,
    cwd,
    home,
    readFile: async (path) => files[plain(path)] ?? null,
    platform,
    ofAdministrators,
    isDirectory: async (path) =>
      Object.keys(files).some((file) =>
        [`${plain(path)}/`, join(path, sep)].some((start) => file.startsWith(start)),
      ),
    parseYaml: async (text) => parsePlainYaml(text),
    realPath,
    judge: async () => consent,
  });
  return loading.then(withPlainPaths);
}

/** The lines of the error that loading must end with, one for each problem. */
export async function problemsOf(world: World): Promise<string[]> {
  const outcome = await load(world).catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(ConfigError);
  return (outcome as ConfigError).message
    .replace(/(?:[A-Za-z]:)?\\(?:work|home|etc)[\w\\.-]*/g, plain)
    .split('\n');
}

/** A settings file in the working folder. */
export const projectFile = '/work/shop/.precept/settings.yml';

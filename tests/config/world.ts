import { expect } from 'vitest';
import { type Config, ConfigError } from '../../src/config/config.ts';
import type { ConfigInput } from '../../src/config/config-input.ts';
import type { Consent } from '../../src/config/consent.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { parsePlainYaml } from '../../src/content/plain-yaml.ts';

export interface World {
  readonly flags?: ConfigInput['flags'];
  readonly env?: ConfigInput['env'];
  /** Files by absolute path; every folder on the way to one exists. */
  readonly files?: Readonly<Record<string, string>>;
  /** What its user said of the settings file; it is trusted as it is unless given. */
  readonly consent?: Consent;
}

const cwd = '/work/shop';
const home = '/home/ann';

const given: Consent = { state: 'given' };

/** The settings in a world that holds these files and nothing else. */
export function load({ flags = {}, env = {}, files = {}, consent = given }: World): Promise<Config> {
  return loadConfig({
    flags,
    env,
    cwd,
    home,
    readFile: async (path) => files[path] ?? null,
    isDirectory: async (path) => Object.keys(files).some((file) => file.startsWith(`${path}/`)),
    parseYaml: async (text) => parsePlainYaml(text),
    realPath: async (path) => path,
    judge: async () => consent,
  });
}

/** The lines of the error that loading must end with, one for each problem. */
export async function problemsOf(world: World): Promise<string[]> {
  const outcome = await load(world).catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(ConfigError);
  return (outcome as ConfigError).message.split('\n');
}

/** A settings file in the working folder. */
export const projectFile = '/work/shop/.precept/settings.yml';

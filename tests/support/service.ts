import { join } from 'node:path';
import type { Config } from '../../src/config/config.ts';
import { type SettingValues, settingNames, settings } from '../../src/config/settings.ts';
import { createLogger } from '../../src/runtime/log.ts';
import { createService, type Service } from '../../src/service/service.ts';
import { afterFile } from './after-file.ts';
import { tempFolder } from './folder.ts';

export interface TestService {
  readonly service: Service;
  readonly rulesPath: string;
  /** Lines logged so far, at every level. */
  readonly logged: readonly string[];
}

/** A service over a new rules folder with these files (`scope/commandments.yml` -> text). */
export async function testService(
  files: Readonly<Record<string, string>>,
  values: Partial<SettingValues> = {},
): Promise<TestService> {
  const rulesPath = await tempFolder(files);
  const logged: string[] = [];
  const log = createLogger('debug', (line) => logged.push(line));
  const cwd = await tempFolder();
  // What a service writes goes into a folder of its own, never into the checkout.
  const own = {
    feedback_file: join(cwd, 'feedback.jsonl'),
    validation_file: join(cwd, 'validation.jsonl'),
    usage_file: join(cwd, 'usage.jsonl'),
  };
  const config = testConfig(rulesPath, cwd, { ...own, ...values });
  const service = createService(config, log, { cwd, env: {} });
  // What it still has to write is written while its folders are there.
  afterFile(() => service.close());
  return { service, rulesPath, logged };
}

/** Default settings but for `values`, over a rules folder. */
export function testConfig(rulesPath: string, cwd: string, values: Partial<SettingValues>): Config {
  const defaults = Object.fromEntries(settingNames.map((name) => [name, settings[name].default]));
  return {
    settings: { ...(defaults as unknown as SettingValues), ...values },
    sources: {},
    mistaken: [],
    mistakes: [],
    file: null,
    layers: [],
    files: {},
    locks: { file: null, keys: [] },
    lockWarning: null,
    rulesPath,
    project: cwd,
    checkout: cwd,
    pluginFolder: cwd,
    trust: { state: 'own', gated: [], values: {}, consent: { state: 'never' } },
    searched: [],
    fileVariables: {},
    environmentVariables: {},
    hints: [],
  };
}

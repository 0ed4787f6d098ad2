import { parse } from 'smol-toml';
import { settings } from '../../config/settings.ts';
import { isSecretName } from '../../config/template-variables.ts';
import { allowedValues, parseSetting } from '../../config/values/parse-setting.ts';
import { yamlText } from '../../render/yaml-text.ts';
import type { Finding } from '../report.ts';

/** Names that other servers have for settings of ours. */
const renamed: Readonly<Record<string, string>> = {
  rest_host: 'http_host',
  rest_port: 'http_port',
  host: 'http_host',
  port: 'http_port',
  cache_ttl: 'cache_ttl_seconds',
  ssl_verify: 'remote_ssl_verify',
  ssl_ca_bundle: 'remote_ssl_ca_bundle',
};

export interface TomlSettings {
  /** The text of a settings file; empty where nothing is left to be said. */
  readonly text: string;
  readonly findings: readonly Finding[];
  /** Where the rules are, as it is written. */
  readonly rulesPath: string | null;
}

/** Settings in TOML as a settings file of ours: names in small letters, tables of environments opened. Throws for what is not TOML. */
export function readTomlSettings(text: string): TomlSettings {
  const lines = text.split(/\r\n|\r|\n/);
  const taken: Record<string, unknown> = {};
  const findings: Finding[] = [];
  let rulesPath: string | null = null;
  const root = parse(text) as Record<string, unknown>;
  const flat = Object.entries(root).flatMap(([key, value]): [string, unknown][] =>
    isTable(value) && /^(?:default|global|production)$/i.test(key) ? Object.entries(value) : [[key, value]],
  );
  for (const [key, value] of flat) {
    const name = key.toLowerCase();
    const line = lines.findIndex((one) => one.trimStart().toLowerCase().startsWith(name)) + 1 || 1;
    const say = (why: string) => void findings.push({ line, end_line: line, as: 'skipped', why });
    if (name === 'rules_path' && typeof value === 'string') {
      rulesPath = value;
      say('`rules_path` is where the scopes are read from');
      continue;
    }
    const own = Object.hasOwn(settings, name) ? name : renamed[name];
    if (own !== undefined) {
      const row = settings[own as keyof typeof settings];
      if ('secret' in row)
        say(`\`${key}\` is a secret, and not copied; give it as PRECEPT_${own.toUpperCase()}`);
      else if (parseSetting(row, value) === undefined)
        say(`\`${key}\` takes ${allowedValues(row)}, and is left out`);
      else {
        taken[own] = value;
        say(own === key ? 'a setting' : `the setting \`${own}\``);
      }
    } else if (isSecretName(key)) say(`\`${key}\` reads like a secret, and is not copied`);
    else {
      taken[key] = value;
      say(`\`${key}\` is no setting here; templates can use it as a variable`);
    }
  }
  const covered = new Set(findings.map(({ line }) => line));
  for (const [at, line] of lines.entries())
    if (line.trim() !== '' && !covered.has(at + 1))
      findings.push({
        line: at + 1,
        end_line: at + 1,
        as: 'skipped',
        why: 'part of a setting, a table or a comment',
      });
  findings.sort((a, b) => a.line - b.line);
  return { text: Object.keys(taken).length === 0 ? '' : yamlText(taken), findings, rulesPath };
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

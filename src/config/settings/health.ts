import { logFormats, logLevels } from '../../runtime/log.ts';
import type { SettingRow } from './setting-row.ts';

/** What the program says of itself: its log and its metrics. */
export const healthSettings = {
  log_level: { kind: 'choice', default: 'warn', choices: logLevels, about: 'How much is written to stderr' },
  log_format: {
    kind: 'choice',
    default: 'text',
    choices: logFormats,
    about: 'How it is written: lines for people, or one JSON object a line',
  },
  metrics: {
    kind: 'boolean',
    default: false,
    about: 'Serve Prometheus metrics at /metrics; where callers log in, to those in admin_roles',
  },
  metrics_host: {
    kind: 'text',
    gate: 'unless loopback',
    default: '127.0.0.1',
    about: 'Address that they are served at alone, where metrics_port names a port',
  },
  metrics_port: {
    kind: 'integer',
    default: 0,
    min: 0,
    max: 65_535,
    about: 'Port of a listener for metrics alone, without a login; 0 serves them with everything else',
  },
} as const satisfies Record<string, SettingRow>;

import { scopeNamePattern } from '../../model/names/scope-name.ts';
import type { SettingRow } from './setting-row.ts';

/** Where guidance comes from: a folder of rules, repositories, master servers, and copies of what they said. */
export const sourceSettings = {
  rules_path: {
    kind: 'path',
    gate: 'outside',
    default: null,
    about: 'Folder that holds one directory per scope',
  },
  default_scope: {
    kind: 'text',
    default: null,
    form: {
      pattern: scopeNamePattern,
      words: 'text that can name a scope: 1 to 200 of A-Z, a-z, 0-9, "_" and "-"',
    },
    about: 'Scope used where a request names none',
  },
  sources: {
    kind: 'sources',
    gate: 'always',
    default: [],
    about:
      'Git repositories and archives whose scopes are merged in, above those of masters, the highest priority first (docs/sources.md)',
  },
  master_server_url: {
    kind: 'urls',
    gate: 'files outside',
    default: [],
    about: 'Master servers whose scopes are merged in, the highest priority first; the variable takes one',
  },
  masters: {
    kind: 'masters',
    gate: 'logins',
    default: [],
    about: 'Masters with logins of their own, in place of master_server_url (docs/login.md)',
  },
  master_keys: {
    kind: 'keys',
    default: {},
    about: 'Public keys, or files of them, that each master must sign with, by its address',
  },
  signing_key: {
    kind: 'path',
    gate: 'always',
    bound: true,
    default: null,
    about: 'File of the private key that the listener signs its manifest with (`precept keys new`)',
  },
  remote_timeout_seconds: {
    kind: 'integer',
    default: 5,
    min: 1,
    max: 60,
    about: 'What one slow master may cost an answer at most',
  },
  remote_max_retries: {
    kind: 'integer',
    default: 1,
    min: 0,
    max: 10,
    about: 'How often a connection that fails is tried again',
  },
  remote_retry_seconds: {
    kind: 'integer',
    default: 10,
    min: 0,
    max: 3600,
    about: 'How long a master that could not be reached is left alone',
  },
  remote_keep_seconds: {
    kind: 'integer',
    default: 0,
    min: 0,
    max: 31_536_000,
    about: 'How long a copy of what a master said is served while it cannot be reached; 0 keeps none',
  },
  cache_dir: {
    kind: 'path',
    gate: 'always',
    default: null,
    about:
      'Folder of those copies, of large scopes as they were read, and of what hooks keep; `precept` in the platform’s cache folder without it',
  },
  cache_max_mb: {
    kind: 'integer',
    gate: 'always',
    default: 256,
    min: 1,
    max: 100_000,
    about: 'MiB that copies may take together; the oldest go first',
  },
  remote_ssl_ca_bundle: {
    kind: 'path',
    gate: 'always',
    bound: true,
    default: null,
    about: 'PEM file of the CAs that sign the masters’ certificates',
  },
  remote_ssl_verify: {
    kind: 'boolean',
    gate: 'if false',
    default: true,
    about: 'false accepts any certificate (not recommended)',
  },
  reader_name: {
    kind: 'text',
    default: null,
    form: { pattern: /^[!-~]{1,200}$/, words: '1 to 200 letters, digits and signs of ASCII, without blanks' },
    about: 'What this reader is called in requests to its masters, for who looks after them',
  },
  watch_masters: {
    kind: 'boolean',
    default: false,
    about: 'Hold a request open at each master, which says at once what has changed there',
  },
  show_unavailable: {
    kind: 'boolean',
    default: false,
    about: 'Name masters that could not be reached in Markdown answers too',
  },
} as const satisfies Record<string, SettingRow>;

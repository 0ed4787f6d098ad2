import type { ExportEntry } from '../model/export-targets.ts';
import { isPattern } from '../model/is-pattern.ts';
import { scopeNamePattern } from '../model/scope-name.ts';
import { toolNames } from '../model/tool-names.ts';
import { logLevels } from '../runtime/log.ts';
import type { MasterEntry } from './master-entries.ts';
import type { SettingRow } from './setting-row.ts';

const elementName = {
  pattern: /^(?:[\p{L}_][\p{L}\p{N}_.:-]*)?$/u,
  words: 'the name of an XML element, like rule, without angle brackets',
};

/** Every setting there is: the one place that the flags, the environment, the settings file and the docs come from. */
export const settings = {
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
  master_server_url: {
    kind: 'urls',
    default: [],
    about: 'Master servers whose scopes are merged in, the highest priority first; the variable takes one',
  },
  masters: {
    kind: 'masters',
    gate: 'logins',
    default: [],
    about: 'Masters with logins of their own, in place of master_server_url (docs/login.md)',
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
    gate: 'outside',
    default: null,
    about: 'Folder of those copies; `precept` in the platform’s cache folder without it',
  },
  cache_max_mb: {
    kind: 'integer',
    default: 256,
    min: 1,
    max: 100_000,
    about: 'MiB that they may take together; the oldest go first',
  },
  remote_ssl_ca_bundle: {
    kind: 'path',
    gate: 'outside',
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
  show_unavailable: {
    kind: 'boolean',
    default: false,
    about: 'Name masters that could not be reached in Markdown answers too',
  },
  authorship: {
    kind: 'boolean',
    default: true,
    about: 'Name who wrote a rule, by git, where people ask why it is served',
  },
  feedback_file: {
    kind: 'path',
    gate: 'outside',
    default: '.precept/feedback.jsonl',
    about: 'JSON Lines file that feedback is appended to',
  },
  feedback_reporter: {
    kind: 'text',
    default: null,
    form: { pattern: /^(?=.*\S).{1,200}$/, words: 'text of 1 to 200 characters' },
    about: 'Who reports, in any words, where a report does not say',
  },
  feedback_forward: { kind: 'boolean', default: false, about: 'Also send each entry to the first master' },
  usage: {
    kind: 'boolean',
    default: false,
    about:
      'Count which categories and katas are given out, by day and scope; nothing of the task or the person',
  },
  usage_file: {
    kind: 'path',
    gate: 'outside',
    default: '.precept/usage.jsonl',
    about: 'JSON Lines file that the counts are appended to',
  },
  usage_forward: { kind: 'boolean', default: false, about: 'Also send the counts to the first master' },
  validation_file: {
    kind: 'path',
    gate: 'outside',
    default: '.precept/validation.jsonl',
    about: 'JSON Lines file of imported test results',
  },
  enabled_plugins: {
    kind: 'list',
    gate: 'plugins',
    default: [],
    about: 'Plugins by name, `prefix.*`, package or path',
  },
  cache_ttl_seconds: {
    kind: 'integer',
    default: 1200,
    min: 0,
    max: 31_536_000,
    about: 'How long resolved scopes are kept; 0 turns the caches off',
  },
  max_inheritance_depth: {
    kind: 'integer',
    default: 10,
    min: 1,
    max: 100,
    about: 'Generations of parents a scope may have',
  },
  http_host: {
    kind: 'text',
    gate: 'unless loopback',
    default: '127.0.0.1',
    about: 'Address the HTTP listener binds to',
  },
  http_port: { kind: 'integer', default: 8000, min: 0, max: 65_535, about: 'Its port; 0 takes a free one' },
  http_allowed_origins: {
    kind: 'list',
    gate: 'always',
    default: [],
    about: 'Web origins that may call the listener besides its own',
  },
  public_url: {
    kind: 'url',
    gate: 'always',
    default: null,
    about: 'Address at which callers reach the listener, where a proxy stands before it',
  },
  trusted_proxies: {
    kind: 'list',
    gate: 'always',
    default: [],
    about: 'Addresses and ranges (CIDR) of proxies whose X-Forwarded-Proto and X-Forwarded-Host count',
  },
  oidc_issuer_url: {
    kind: 'url',
    gate: 'always',
    default: null,
    about: 'OpenID issuer that `precept login` asks for tokens to send to masters',
  },
  oidc_client_id: {
    kind: 'text',
    gate: 'always',
    default: null,
    about: 'The client that this program is at that issuer',
  },
  oidc_client_secret: {
    kind: 'text',
    gate: 'always',
    default: null,
    secret: true,
    about: 'The client’s secret, where the issuer wants one; it has no flag',
  },
  oidc_scopes: {
    kind: 'text',
    gate: 'always',
    default: 'openid profile offline_access',
    about: 'OAuth scopes asked for',
  },
  oidc_audience: {
    kind: 'text',
    gate: 'always',
    default: null,
    about: 'Whom the tokens are for, sent to the issuer as `audience` and, where it is a URI, as `resource`',
  },
  oidc_redirect_port: {
    kind: 'integer',
    gate: 'always',
    default: 0,
    min: 0,
    max: 65_535,
    about: 'Port of 127.0.0.1 that the browser comes back to, at /callback; 0 takes a free one',
  },
  auth_issuer_url: {
    kind: 'url',
    default: null,
    about: 'OpenID issuer whose tokens callers of the HTTP listener must bring; goes with auth_audience',
  },
  auth_audience: {
    kind: 'text',
    default: null,
    about: 'Whom those tokens must be for; best the address of this server',
  },
  admin_roles: {
    kind: 'list',
    default: [],
    items: { check: isPattern, words: 'a list of regular expressions' },
    about:
      'Who sees what others reported and read, of all scopes, where callers log in: patterns that match a whole role',
  },
  roles_claim: {
    kind: 'text',
    default: 'roles',
    about: 'The claim that holds those roles; dots lead into objects',
  },
  log_level: { kind: 'choice', default: 'warn', choices: logLevels, about: 'How much is written to stderr' },
  default_category_description: {
    kind: 'text',
    default: 'These rules apply at all times',
    about: 'Shown where neither a category nor an ancestor says when it applies',
  },
  rules_markdown_prologue: { kind: 'text', default: '', about: 'Template put before the rules in Markdown' },
  rules_markdown_epilogue: { kind: 'text', default: '', about: 'Template put after them' },
  index_markdown_prologue: {
    kind: 'text',
    default: '',
    about: 'Template put before the category index in Markdown',
  },
  index_markdown_epilogue: { kind: 'text', default: '', about: 'Template put after it' },
  index_tags: { kind: 'boolean', default: false, about: 'The category index in Markdown shows tags' },
  index_katas: {
    kind: 'boolean',
    default: true,
    about: 'It shows the names of katas beside their categories',
  },
  index_max_tokens: {
    kind: 'integer',
    default: 4000,
    min: 0,
    max: 1_000_000_000,
    about: 'How long it may be, in tokens, before its deepest levels are folded; 0 never folds',
  },
  rules_max_tokens: {
    kind: 'integer',
    default: 8000,
    min: 0,
    max: 1_000_000_000,
    about:
      'How long an answer of the tool get_rules may be, in tokens, before it gives the index instead; 0 never does',
  },
  mcp_tools: {
    kind: 'list',
    default: [],
    items: {
      among: toolNames.flatMap((name) => [name, `-${name}`]),
      words: `a list of tools, -name for all but that: ${toolNames.join(', ')}`,
    },
    about:
      'Tools that agents are offered, `-name` for all but that; those for visions only where there is one',
  },
  commandments_xml_tag: {
    kind: 'text',
    default: '',
    form: elementName,
    about: 'XML element put around the text of each commandment',
  },
  suggestions_xml_tag: {
    kind: 'text',
    default: '',
    form: elementName,
    about: 'XML element put around the text of each suggestion',
  },
  rules_categorized: {
    kind: 'boolean',
    default: true,
    about: 'Rules under category headings; false gives two flat lists',
  },
  search_language: {
    kind: 'choice',
    default: 'en',
    choices: ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'sv', 'da', 'no', 'fi', 'ru', 'none'],
    about:
      'Language whose words are found in all their forms; Chinese, Japanese and Thai are split into words whatever it is',
  },
  search_learns: {
    kind: 'boolean',
    default: true,
    about: 'Reports of missed categories help to find them for tasks like those',
  },
  exports: {
    kind: 'exports',
    gate: 'outside',
    default: [],
    about: 'What `precept export` writes: a list of scope, to and dir',
  },
  lint: {
    kind: 'mapping',
    default: {},
    choices: ['error', 'warning', 'info', 'off'],
    about: 'How severe `precept lint` takes its codes, by code',
  },
} as const satisfies Record<string, SettingRow>;

export type SettingName = keyof typeof settings;
export const settingNames = Object.keys(settings) as SettingName[];

type ValueOf<R extends SettingRow> = R extends { kind: 'integer' }
  ? number
  : R extends { kind: 'boolean' }
    ? boolean
    : R extends { kind: 'list' | 'urls' }
      ? readonly string[]
      : R extends { kind: 'exports' }
        ? readonly ExportEntry[]
        : R extends { kind: 'masters' }
          ? readonly MasterEntry[]
          : R extends { kind: 'choice'; choices: readonly (infer C)[] }
            ? C
            : R extends { kind: 'mapping'; choices: readonly (infer C)[] }
              ? Readonly<Record<string, C>>
              : null extends R['default']
                ? string | null
                : string;

/** A value for every setting. */
export type SettingValues = { readonly [N in SettingName]: ValueOf<(typeof settings)[N]> };

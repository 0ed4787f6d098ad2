import { isRolePattern } from '../../model/names/role-pattern.ts';
import type { SettingRow } from './setting-row.ts';

/** How this program logs in at masters, and what it asks of its own callers. */
export const loginSettings = {
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
  auth_client_id: {
    kind: 'text',
    gate: 'always',
    default: null,
    form: { pattern: /\S/, words: 'text that is not empty' },
    about: 'The client that people sign in as with a browser, at that issuer; goes with session_secret',
  },
  auth_client_secret: {
    kind: 'text',
    gate: 'always',
    default: null,
    secret: true,
    about: 'That client’s secret, where the issuer wants one; it has no flag',
  },
  auth_scopes: {
    kind: 'text',
    gate: 'always',
    default: 'openid profile',
    about: 'OAuth scopes asked for when people sign in',
  },
  session_secret: {
    kind: 'list',
    gate: 'always',
    default: [],
    secret: true,
    items: {
      check: (item) => item.length >= 32,
      words: 'text of 32 characters or more, or a list of such texts of which the first is the newest',
    },
    about:
      'What the cookies of people who signed in are encrypted with, the same on all replicas: 32 characters or more; the first of a list encrypts, all of them open; it has no flag',
  },
  session_hours: {
    kind: 'integer',
    default: 8,
    min: 1,
    max: 720,
    about: 'Hours after which a sign-in is renewed at the issuer, unless the token ends before',
  },
  admin_roles: {
    kind: 'list',
    gate: 'always',
    default: [],
    items: {
      check: isRolePattern,
      words: 'a list of regular expressions that take no long time on any role',
    },
    about:
      'Who sees what others reported and read, of all scopes, where callers log in: patterns that match a whole role',
  },
  roles_claim: {
    kind: 'text',
    gate: 'always',
    default: 'roles',
    about: 'The claim that holds those roles; dots lead into objects',
  },
} as const satisfies Record<string, SettingRow>;

import type { SettingRow } from './setting-row.ts';

/** Where the HTTP listener is, and for whom. */
export const listenerSettings = {
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
    about: 'Address at which callers reach the listener, where a proxy passes requests on to it',
  },
  trusted_proxies: {
    kind: 'list',
    gate: 'always',
    default: [],
    about: 'Addresses and ranges (CIDR) of proxies whose X-Forwarded-Proto and X-Forwarded-Host count',
  },
} as const satisfies Record<string, SettingRow>;

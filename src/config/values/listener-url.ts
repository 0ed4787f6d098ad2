import type { SettingValues } from '../settings.ts';

/** The address at which this machine reaches the server that listens at `http_host:http_port`; null where the port is open. */
export function listenerUrl({
  http_host: host,
  http_port: port,
}: Pick<SettingValues, 'http_host' | 'http_port'>): string | null {
  return port === 0 ? null : `http://${reachable(host)}:${port}`;
}

function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

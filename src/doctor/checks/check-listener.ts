import { listenerUrl } from '../../config/values/listener-url.ts';
import { isLoopbackHost } from '../../config/values/safe-address.ts';
import { readScopeMetadata, scopeNamesIn } from '../../guidance/read/read-scope.ts';
import { version } from '../../model/version.ts';
import { tryPort } from '../../runtime/http/try-port.ts';
import { type Finding, fail, ok, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';

/** Milliseconds that whoever holds the port has to say who it is. */
const patience = 2000;

/** The address of the HTTP listener: who gets in, and whether it can be had. */
export async function checkListener({ config }: Patient): Promise<Finding[]> {
  const { http_host: host, http_port: port, auth_issuer_url: issuer } = config.settings;
  const findings: Finding[] = [];
  if (!isLoopbackHost(host) && issuer === null) {
    const message = `http_host ${host} lets other machines in, and nobody has to log in`;
    const cure =
      'Set auth_issuer_url and auth_audience, or listen on 127.0.0.1 behind a proxy that asks for logins.';
    const limited = await limitedScopes(config.rulesPath);
    findings.push(
      limited.length === 0
        ? warn('listener', message, cure)
        : fail(
            'listener',
            `${message}, though ${limited.join(', ')} should be open to some roles only`,
            cure,
          ),
    );
  }
  const code = await tryPort(host, port);
  const address = `port ${port} of ${host}`;
  const elsewhere = 'Choose another with http_port (0 takes a free one); MCP over stdio needs none.';
  if (code === 'EADDRINUSE') return [...findings, await whoListens(host, port, address, elsewhere)];
  if (code === 'EACCES')
    findings.push(warn('listener', `${address} may not be used by this user`, elsewhere));
  else if (code !== null) {
    const cure = 'Name an address of this machine in http_host; 127.0.0.1 always is one.';
    findings.push(fail('listener', `http_host ${host} cannot be listened on (${code})`, cure));
  }
  return findings;
}

/** The scopes that are open to some roles only. */
async function limitedScopes(rulesPath: string | null): Promise<string[]> {
  const limited: string[] = [];
  for (const name of rulesPath === null ? [] : await scopeNamesIn(rulesPath).catch(() => [])) {
    const metadata = await readScopeMetadata(rulesPath ?? '', name);
    if (typeof metadata === 'object' && metadata?.access) limited.push(name);
  }
  return limited;
}

async function whoListens(host: string, port: number, address: string, elsewhere: string): Promise<Finding> {
  const url = listenerUrl({ http_host: host, http_port: port });
  try {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(patience) });
    const { status, version: its } = (await response.json()) as { status?: unknown; version?: unknown };
    if (status === 'ok' && typeof its === 'string') {
      if (its === version) return ok('listener', `a Precept listens on ${address}`);
      const message = `the Precept that listens on ${address} is version ${its}, and this is ${version}`;
      return warn('listener', message, 'Start it again, so that both are the same.');
    }
  } catch {}
  return warn('listener', `${address} is in use by another program`, elsewhere);
}

import type { SettingValues } from '../../config/settings.ts';
import { type OpenServiceInput, openService } from '../../service/open-service.ts';
import { masterFindings } from '../checks/check-masters.ts';
import type { Finding } from '../finding.ts';
import { checkTls } from './examine-url.ts';

/** Looks at published files as a reader does that has them as its only master: certificates, manifest, signature, and all bundles. */
export async function examineManifest(
  address: string,
  input: OpenServiceInput,
  settings: SettingValues,
): Promise<Finding[]> {
  // Settings of both kinds together are a mistake.
  const only =
    settings.masters.length > 0 ? { masters: [{ url: address }] } : { master_server_url: [address] };
  const { service, config } = await openService({
    ...input,
    tolerate() {},
    options: { ...input.options, ...only, remote_keep_seconds: 0 },
  });
  try {
    const tls = await checkTls(new URL(address), settings);
    await service.scopes();
    return [...tls, ...(await masterFindings({ service, config }))];
  } finally {
    await service.close();
  }
}

import { setTimeout } from 'node:timers/promises';
import type { Configuration, DeviceAuthorizationResponse } from 'openid-client';
import { AuthError } from '../auth-error.ts';
import type { Client } from '../issuer.ts';
import { plainText } from '../plain-text.ts';
import type { StoredLogin } from '../tokens/token-store.ts';
import { keepLogin, type LoginOptions } from './log-in.ts';
import { audienceParameters, type TokenAnswer } from './login-result.ts';

/** What a person has to do elsewhere in a device login. */
export interface DevicePrompt {
  readonly url: string;
  readonly code: string;
  /** The address with the code in it, where the issuer offers one. */
  readonly direct: string | null;
  /** How long the code is good for. */
  readonly seconds: number;
}

const grantType = 'urn:ietf:params:oauth:grant-type:device_code';

/** Logs in on another device (RFC 8628). `show` gets the address and the code. Faults: AuthError. */
export async function logInByDevice(
  options: LoginOptions,
  show: (prompt: DevicePrompt) => void,
): Promise<StoredLogin> {
  const { issuer, settings, signal } = options;
  const audience = audienceParameters(settings.oidc_audience);
  return issuer.talk(async (client, config) => {
    if (config.serverMetadata().device_authorization_endpoint === undefined)
      throw new AuthError(`${issuer.url} offers no device login; run "precept login" without --device`);
    const device = await client.initiateDeviceAuthorization(config, {
      scope: settings.oidc_scopes,
      ...audience,
    });
    show({
      url: plainText(device.verification_uri),
      code: plainText(device.user_code),
      direct: device.verification_uri_complete ? plainText(device.verification_uri_complete) : null,
      seconds: device.expires_in,
    });
    return keepLogin(options, await poll(client, config, device, audience, signal));
  });
}

/** The library's own loop looks at the signal only every few seconds, and somebody who cancels does not want to wait. */
async function poll(
  client: Client,
  config: Configuration,
  { device_code, interval = 5 }: DeviceAuthorizationResponse,
  audience: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<TokenAnswer> {
  for (let seconds = interval; ; ) {
    await setTimeout(seconds * 1000, undefined, { signal }).catch(() => {
      throw signal.reason;
    });
    try {
      return await client.genericGrantRequest(config, grantType, { device_code, ...audience });
    } catch (error) {
      const code = error instanceof client.ResponseBodyError ? error.error : '';
      // RFC 8628 section 3.5.
      if (code === 'slow_down') seconds += 5;
      else if (code !== 'authorization_pending') throw error;
    }
  }
}

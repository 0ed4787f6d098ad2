import { type AuthorizerWorld, createAuthorizer } from '../auth/tokens/authorizer.ts';
import type { SettingValues } from '../config/settings.ts';
import type { Authorize } from '../runtime/http/send-with-login.ts';

/**
 * What gives masters their tokens, and waits for them as long as for a master: an issuer that is only slow is not away. What it warns
 * of is added to `warnings`.
 */
export function createUnhurriedAuthorizer(
  settings: SettingValues,
  world: AuthorizerWorld,
): { readonly authorize: Authorize; readonly warnings: readonly string[] } {
  const warnings: string[] = [];
  const log = { warn: (text: string) => void warnings.push(text), error() {}, info() {}, debug() {} };
  // Half of that time is the token's.
  const unhurried = { ...settings, remote_timeout_seconds: 2 * settings.remote_timeout_seconds };
  return { authorize: createAuthorizer(unhurried, world, log), warnings };
}

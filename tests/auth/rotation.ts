import { expect } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { addressOf, startProgram } from '../support/program.ts';
import { audience, type TestIssuer } from './issuer.ts';
import { createLocal, expire, leaks } from './reader.ts';

/** A master, run from the built program, that demands tokens; its content takes a role. */
export async function startMaster(issuer: TestIssuer): Promise<{ url: string; printed(): string }> {
  const rules = await tempFolder({
    'shop/metadata.yml': 'description: The shop\nauth: {accepted_roles: [developer]}\n',
    'shop/commandments.yml': 'far:\n  ruleset: [From the master]\n',
    'board/metadata.yml': 'auth: {accepted_roles: [director]}\n',
    'board/commandments.yml': 'far:\n  ruleset: [Between us]\n',
  });
  const env = {
    PRECEPT_AUTH_ISSUER_URL: issuer.url,
    PRECEPT_AUTH_AUDIENCE: audience,
    PRECEPT_LOG_LEVEL: 'debug',
  };
  const program = await startProgram(['serve', '--port', '0', '-r', rules], { env });
  const url = await addressOf(program);
  return { url, printed: () => program.stderr() + program.lines.join('\n') };
}

/**
 * Lets processes that share one login find its token expired at the same time, round after round. All must get the master's
 * content without a word on standard error, for one refresh a round; nothing may leak.
 */
export async function refreshAtOnce(
  issuer: TestIssuer,
  { rounds, processes }: { rounds: number; processes: number },
): Promise<void> {
  issuer.claims.ada = { roles: ['developer'] };
  const master = await startMaster(issuer);
  const reader = await createLocal(issuer, master.url);
  await reader.logIn('ada');
  issuer.setDelay(300);
  for (let round = 1; round <= rounds; round++) {
    await expire(reader);
    const running = Array.from({ length: processes }, () => reader.run(['rules', 'shop']));
    for (const { code, stdout, stderr } of await Promise.all(running)) {
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain('From the master');
    }
    expect(issuer.granted('refresh_token')).toBe(round);
  }
  expect(leaks(issuer, [...reader.printed, master.printed()])).toEqual([]);
}

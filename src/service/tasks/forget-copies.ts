import type { Config } from '../../config/config.ts';
import { copiesOf } from '../../federation/copies/copies.ts';
import type { Logger } from '../../runtime/log.ts';
import { type KeptWorld, openKeptFiles } from '../runtime/federation/open-kept-files.ts';

/** Deletes the copies of what masters said to one login (see `Authorize.subject`). Never rejects. */
export async function forgetCopies(
  config: Config,
  log: Pick<Logger, 'warn'>,
  world: KeptWorld,
  subject: string,
): Promise<void> {
  const files = openKeptFiles(config, log, world);
  if (files === null) return;
  const start = copiesOf(subject);
  const names = await files.names();
  await Promise.all(names.filter((name) => name.startsWith(start)).map((name) => files.remove(name)));
}

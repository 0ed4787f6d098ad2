import { join } from 'node:path';
import { isLocked } from '../../../config/load/locked.ts';
import { readSourceEntries, type SourceEntry, sourceLabel } from '../../../config/values/source-entries.ts';
import { parsePlainYaml } from '../../../content/plain-yaml.ts';
import { ConfigError } from '../../../model/config-error.ts';
import { readOptionalFile } from '../../../runtime/files/files.ts';
import type { Service } from '../../service.ts';
import { putSetting } from '../put-setting.ts';

/** Adds a source at the end of the list in the nearest settings file, and gives that file. ConfigError where it cannot be added. */
export async function addSource({ config }: Pick<Service, 'config'>, entry: SourceEntry): Promise<string> {
  const { layers, checkout, locks } = config;
  if (isLocked(locks, 'sources'))
    throw new ConfigError(`sources is locked by ${locks.file}, and only that file can change it`);
  const file = layers.find(({ of }) => of !== 'machine')?.file ?? join(checkout, '.precept', 'settings.yml');
  const text = (await readOptionalFile(file))?.toString('utf8') ?? '';
  // As it is written there, whether its user has allowed it or not.
  const { sources = [] } = Object(parsePlainYaml(text)) as { sources?: unknown };
  const known = readSourceEntries(sources ?? []);
  if (typeof known === 'string') throw new ConfigError(`setting sources (${file}): ${known}`);
  if (known.some((one) => sourceLabel(one) === sourceLabel(entry)))
    throw new ConfigError(`${file} has ${sourceLabel(entry)} already`);
  await putSetting(file, 'sources', [...known, entry], { within: checkout, links: 'inside' });
  return file;
}

import { join } from 'node:path';
import { systemFolder } from '../../runtime/files/system-folder.ts';
import type { ConfigInput } from '../config-input.ts';
import {
  askedFile,
  findNearestFile,
  isTheirs,
  leavesOutMachine,
  projectOf,
  readSettings,
  readSettingsText,
} from './settings-file.ts';

type Data = Readonly<Record<string, unknown>>;

/** One of the settings files that count together. */
export interface LayerFile {
  /** Absolute. */
  readonly file: string;
  /** `found`: the one that is asked for, or the project's. Then the person's, and that of everybody on this machine. */
  readonly of: 'found' | 'person' | 'machine';
  /** Where its relative paths start. */
  readonly project: string;
  /** What it says, by key. */
  readonly data: Data;
  /** It cannot be read, and so says nothing. */
  readonly isBroken: boolean;
}

/** Every settings file that counts, the nearest first. What is wrong with one goes to `fail`, and it then says nothing. */
export async function readLayers(input: ConfigInput, fail: (error: unknown) => void): Promise<LayerFile[]> {
  const layers: LayerFile[] = [];
  const add = async (of: LayerFile['of'], find: () => Promise<string | null>) => {
    let file: string | null = null;
    let data: Data = {};
    let isBroken = false;
    try {
      file = await find();
      const known = layers.findIndex((layer) => layer.file === file);
      // Whoever asks for the machine's own file asks for its locks too.
      if (known >= 0 && of === 'machine') layers.push({ ...(layers.splice(known, 1)[0] as LayerFile), of });
      if (file === null || known >= 0) return;
      data = await readSettings(input, file);
    } catch (error) {
      fail(error);
      isBroken = true;
    }
    if (file !== null) layers.push({ file, of, project: projectOf(file), data, isBroken });
  };
  const existing = async (path: string) =>
    (await isTheirs(input, path)) && (await readSettingsText(input, path)) !== null ? path : null;
  await add('found', () => findNearestFile(input));
  if (askedFile(input) === undefined)
    await add('person', () => existing(join(input.home, '.precept', 'settings.yml')));
  const system = systemFolder(input.env, input.platform);
  if (system !== null && !leavesOutMachine(input.env))
    await add('machine', () => existing(join(system, 'settings.yml')));
  return layers;
}

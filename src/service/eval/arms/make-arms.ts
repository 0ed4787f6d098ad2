import { isAbsolute, join, resolve } from 'node:path';
import type { Config } from '../../../config/config.ts';
import { settings as rows, settingNames } from '../../../config/settings.ts';
import { maxFileBytes } from '../../../content/yaml-file.ts';
import { folderSource } from '../../../guidance/read/content-source.ts';
import { Fault } from '../../../model/fault.ts';
import { ownChoice } from '../../../runtime/files/own-place.ts';
import { makeFolders } from '../../../runtime/files/work-folder.ts';
import { putFile } from '../../../runtime/files/write-file.ts';
import { findSources, UnknownSource } from '../../compare/load/find-source.ts';
import { openGitSource } from '../../compare/load/git-source.ts';
import { listTree } from '../../compare/load/list-tree.ts';
import { readObjects } from '../../compare/load/read-objects.ts';
import type { Arm } from '../plan.ts';
import type { ChosenEval } from '../prepare/chosen-evals.ts';
import {
  type ArmFiles,
  addOtherBlobs,
  addOtherFiles,
  contentOf,
  digestOf,
  withoutPiece,
} from './arm-files.ts';
import type { ArmWords } from './parse-arms.ts';

/** What is around the arms of an experiment. */
export interface ArmWorld {
  readonly config: Config;
  readonly scope: string;
  /** The scope, and those that it inherits from. */
  readonly lineage: readonly string[];
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The guidance of an arm; null for none. */
export interface MadeArm extends Arm {
  readonly files: ArmFiles | null;
}

/** The guidance of each arm. Fault `invalid-parameter` for a ref or a piece that is not there. */
export async function makeArms(
  words: readonly ArmWords[],
  evals: readonly ChosenEval[],
  world: ArmWorld,
): Promise<readonly MadeArm[]> {
  const { scope, lineage } = world;
  const made: MadeArm[] = [];
  for (const { name, isNone, ref, without } of words) {
    if (isNone) {
      made.push({ name, digest: null, files: null });
      continue;
    }
    const whole = await filesAt(ref, evals, world);
    if (ref !== null && ![...whole.keys()].some((path) => path.startsWith(`${scope}/`)))
      throw new Fault('invalid-parameter', `${ref} has no scope ${scope}, which the arm ${name} needs.`);
    const files = without === null ? whole : withoutPiece(whole, lineage, without);
    if (files === null)
      throw new Fault(
        'invalid-parameter',
        `The arm ${name} leaves nothing out: no rule written here has the id ${without}, and no category that key. "precept explain ${scope} ${without}" says where it comes from.`,
      );
    made.push({ name, digest: digestOf(files), files });
  }
  return made;
}

async function filesAt(ref: string | null, evals: readonly ChosenEval[], world: ArmWorld): Promise<ArmFiles> {
  const { config, scope, env } = world;
  const { rulesPath, project } = config;
  const named = evals.flatMap(({ repo, files }) => [...(repo === null ? [] : [repo]), ...files]);
  const isOfEvals = (path: string) =>
    named.some((name) => path === `${scope}/${clean(name)}` || path.startsWith(`${scope}/${clean(name)}/`)) ||
    /\.(?:patch|diff)$/.test(path);
  if (rulesPath === null) throw new Fault('not-found', 'No rules folder is here.');
  if (ref === null) {
    const files = await contentOf(folderSource(rulesPath));
    await addOtherFiles(files, rulesPath, isOfEvals);
    return files;
  }
  const places = { cwd: world.cwd, home: world.home, env, project, rulesPath };
  const [source] = await findSources(ref, undefined, places).catch((error: unknown) => {
    if (error instanceof UnknownSource)
      throw new Fault('invalid-parameter', `The arm scope@${ref}: ${error.message}.`);
    throw error;
  });
  if (source.kind !== 'commit')
    throw new Fault('invalid-parameter', `The arm scope@${ref} needs a git ref, and ${ref} is none.`);
  const { repository, commit, folder } = source;
  const content = await openGitSource(repository.world, commit, folder);
  if (content === null)
    throw new Fault('invalid-parameter', `${ref} has no rules folder, which the arm scope@${ref} needs.`);
  const objects = readObjects(repository.world, maxFileBytes);
  try {
    const files = await contentOf(content);
    const tree = await objects.read(`${commit}:${folder}`);
    if (tree.type === 'tree')
      await addOtherBlobs(files, listTree(repository.world, tree.id), objects, isOfEvals);
    return files;
  } finally {
    content.close();
    objects.close();
  }
}

function clean(name: string): string {
  return name.replace(/^\.\//, '').replace(/\/+$/, '');
}

/** Settings that are not those of guidance: they say where this program keeps things, and what else it does. */
const left = new Set<string>([
  ...[
    'rules_path',
    'default_scope',
    'signing_key',
    'cache_dir',
    'store_url',
    'exports',
    'lint',
    'eval_agent',
  ],
  ...[
    'feedback_file',
    'feedback_forward',
    'usage',
    'usage_file',
    'usage_forward',
    'validation_file',
    'metrics',
  ],
]);

/** Writes the rules folder of an arm below `folder`, and the settings of its server to `settings`. */
export async function writeArm(
  { files }: MadeArm,
  folder: string,
  settings: string,
  config: Config,
  scope: string,
): Promise<void> {
  const rules = join(folder, 'rules');
  await makeFolders(rules);
  for (const [path, bytes] of files ?? []) {
    const target = join(rules, ...path.split('/'));
    await makeFolders(join(target, '..'));
    await putFile(target, bytes, ownChoice, { mode: 0o644 });
  }
  const text = JSON.stringify(
    { ...passedSettings(config), ...config.fileVariables, ...ownSettings(rules, scope) },
    null,
    2,
  );
  await putFile(settings, `${text}\n`, ownChoice, { mode: 0o600 });
}

function ownSettings(rules: string, scope: string) {
  const records = join(rules, '..');
  return {
    rules_path: rules,
    default_scope: scope,
    feedback_file: join(records, 'feedback.jsonl'),
    usage_file: join(records, 'usage.jsonl'),
    validation_file: join(records, 'validation.jsonl'),
  };
}

/** The settings that shape guidance, as they are in effect here; what is secret stays out. */
function passedSettings({ settings, sources, pluginFolder }: Config): Record<string, unknown> {
  const passed: Record<string, unknown> = {};
  for (const name of settingNames) {
    const isSet = (sources[name] ?? 'default') !== 'default';
    if (!isSet || left.has(name) || /^(?:http|auth|log)_/.test(name) || 'secret' in rows[name]) continue;
    passed[name] = settings[name];
  }
  if (passed.enabled_plugins !== undefined)
    passed.enabled_plugins = settings.enabled_plugins.map((entry) =>
      /^\.{0,2}[\\/]/.test(entry) && !isAbsolute(entry) ? resolve(pluginFolder, entry) : entry,
    );
  return passed;
}

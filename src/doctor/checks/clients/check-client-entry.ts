import { stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import type { ServedClient } from '../../../clients/clients.ts';
import { settingFlags } from '../../../config/setting-flags.ts';
import { type SettingName, settingNames, settings } from '../../../config/settings.ts';
import { allowedValues, parseSetting } from '../../../config/values/parse-setting.ts';
import { didYouMean, isOneEditAway, nearest } from '../../../model/text/nearest.ts';
import { behindCmd, programName, wordsOf } from '../../../setup/entry-words.ts';
import type { ClientEntry } from '../../client-entries.ts';
import type { Patient } from '../../patient.ts';
import { checkAddress } from './check-client-address.ts';
import { checkVariables, checkVersion } from './check-client-texts.ts';
import type { EntryTrouble } from './entry-trouble.ts';
import { isProgram, isScript } from './started-program.ts';

const isFatal = true;

export interface EntryWorld extends Pick<Patient, 'env' | 'project' | 'home' | 'platform'> {
  /** The scopes that there are; null where they are not all known. */
  readonly scopes: () => Promise<readonly string[] | null>;
}
type World = EntryWorld;

/** What keeps an entry of a client from starting Precept, or from finding its rules. Nothing is started to find out. */
export async function checkEntry(
  client: ServedClient,
  entry: ClientEntry,
  world: World,
): Promise<EntryTrouble[]> {
  const { value, key } = entry;
  const troubles: EntryTrouble[] = [];
  if (key !== client.servers.key) {
    const cure = `Move it below "${client.servers.key}".`;
    troubles.push({ isFatal, message: `it is below "${key}", which ${client.name} does not read`, cure });
  }
  if (typeof value !== 'object' || value === null)
    return [...troubles, { message: 'it is not a mapping', cure: 'Give it a command and its args.' }];
  const { args, url, httpUrl, disabled, enabled, env, cwd, ...rest } = value as Record<string, unknown>;
  const [command] = Array.isArray(rest.command) ? wordsOf(value) : [rest.command];
  if (disabled === true || enabled === false)
    troubles.push({ message: 'it is switched off', cure: 'Take "disabled" out, or set "enabled" to true.' });
  troubles.push(...checkVariables(client, value, world.env));
  if (env !== undefined && (typeof env !== 'object' || env === null || Array.isArray(env)))
    troubles.push({
      isFatal,
      message: 'its env is not a mapping of names to texts',
      cure: 'Write "env": {"PRECEPT_LOG_LEVEL": "info"}.',
    });
  if (typeof cwd === 'string' && !cwd.includes('${') && !(await exists(resolve(world.project, cwd))))
    troubles.push({
      message: `its cwd ${cwd} does not exist`,
      cure: 'Write a folder that exists, or take it out.',
    });
  const address = url ?? httpUrl;
  if (address !== undefined) return [...troubles, ...(await checkAddress(client, address, Object(value)))];
  if (typeof command !== 'string' || command.trim() === '')
    return [
      ...troubles,
      {
        isFatal,
        message: 'it names no command',
        cure: 'Write "command": "npx", "args": ["-y", "precept-mcp"].',
      },
    ];
  if (args !== undefined && !(Array.isArray(args) && args.every((word) => typeof word === 'string')))
    troubles.push({
      isFatal,
      message: 'its args are not a list of texts',
      cure: `Write "args": ${JSON.stringify(typeof args === 'string' ? args.trim().split(/\s+/) : ['-y', 'precept-mcp'])}.`,
    });
  return [
    ...troubles,
    ...(await checkCommand(client, command, wordsOf(value).slice(1), world)),
    ...checkVersion(value),
    ...(await checkWords(value, world)),
  ];
}

const launchers = ['npx', 'pnpx', 'bunx'];

async function checkCommand(
  client: ServedClient,
  command: string,
  args: readonly string[],
  world: World,
): Promise<EntryTrouble[]> {
  if (command.includes('${')) return [];
  const words = command.trim().split(/\s+/);
  if (words.length > 1 && !(await isProgram(command, world)) && args.length === 0) {
    const cure = `Write "command": "${words[0]}", "args": ${JSON.stringify(words.slice(1))}.`;
    return [{ isFatal, message: `its command "${command}" is a whole command line`, cure }];
  }
  if (!(await isProgram(command, world))) return [notFound(command)];
  if (client.servers.needsCmd && (await isScript(command, world))) {
    const cure = `Write "command": "cmd", "args": ${JSON.stringify(['/c', programName(command), ...args])}.`;
    const message = `${client.name} cannot start ${command} on Windows, where it is a script`;
    return [{ isFatal, message, cure }];
  }
  const [program = '', ...rest] = behindCmd([command, ...args]);
  if (program === '') {
    const cure = 'Write "args": ["/c", "npx", "-y", "precept-mcp"].';
    return [{ isFatal, message: `its command "${command}" is given nothing to start by /c`, cure }];
  }
  if (program !== command && !(await isProgram(program, world))) return [notFound(program)];
  const launcher = programName(program);
  if (launchers.includes(launcher)) return checkPackage(rest);
  if (launcher === 'node' || launcher === 'bun') return checkScript(rest, world);
  const meant = ['precept', 'precept-mcp'].includes(launcher)
    ? null
    : didYouMean(launcher, ['precept', 'precept-mcp']);
  return meant === null
    ? []
    : [{ message: `its command "${program}" is not Precept's`, cure: `Write "${meant}".` }];
}

function notFound(command: string): EntryTrouble {
  const cure = 'Write the path of a program that is there, or of one that the PATH of the client finds.';
  return { isFatal, message: `its command "${command}" is not found on this machine`, cure };
}

/** The package that npx is to run. */
function checkPackage(args: readonly string[]): EntryTrouble[] {
  const at = args.findIndex((word) => word === '-p' || word === '--package');
  const named = at === -1 ? args.find((word) => !word.startsWith('-')) : args[at + 1];
  const written = named ?? args.find((word) => word.startsWith('--package='))?.slice('--package='.length);
  const cure = 'Write "args": ["-y", "precept-mcp"].';
  if (written === undefined) return [{ isFatal, message: 'npx is given no package', cure }];
  const isPath = /^[.~/\\]|^[A-Za-z]:|^(file|git|https?):/.test(written);
  const name = written.replace(/(?<=.)@.*$/, '');
  if (isPath || name === 'precept-mcp') {
    if (args.includes('-y') || args.includes('--yes') || args.includes('--no')) return [];
    const message = 'npx asks before it installs, and a client answers nothing';
    return [{ message, cure: 'Add "-y" before the package.' }];
  }
  return [
    {
      isFatal,
      message: `it starts the package "${name}", and Precept's is "precept-mcp"`,
      cure: 'Write "precept-mcp".',
    },
  ];
}

/** What is wrong with the script that Node is given to run. */
export async function checkScript(
  args: readonly string[],
  { project }: Pick<World, 'project'>,
): Promise<EntryTrouble[]> {
  const script = args.find((word) => !word.startsWith('-'));
  if (script === undefined || script.includes('${')) return [];
  if (await exists(resolve(project, script))) return [];
  const message = `its script ${script} does not exist`;
  return [{ message, cure: 'Write the absolute path of dist/main.js of an installation.' }];
}

const paths: readonly string[] = ['rules_path', 'config'];

/** Flags and variables that an entry gives to Precept: whether they exist, and lead somewhere. */
async function checkWords(value: object, { project, home, scopes }: World): Promise<EntryTrouble[]> {
  const troubles: EntryTrouble[] = [];
  const [command = '', ...args] = behindCmd(wordsOf(value));
  const start = args.findIndex(
    (word) => /^precept(-mcp)?$/.test(programName(word)) || /main\.js$/.test(word),
  );
  const own = programName(command).startsWith('precept') ? args : start === -1 ? [] : args.slice(start + 1);
  troubles.push(...checkCommandWord(own));
  const flags = [...settingFlags.flatMap(({ flag, short }) => [flag, short ?? flag]), '--watch', '--http'];
  const given: { readonly name: string; readonly text: string; readonly shown: string }[] = [];
  for (const [index, word] of own.entries()) {
    if (!word.startsWith('-') || /^-\d/.test(word)) continue;
    const [flag = '', text = own[index + 1] ?? ''] = word.split('=');
    const found = settingFlags.find((one) => one.flag === flag || one.short === flag);
    if (found !== undefined) given.push({ name: found.name, text, shown: flag });
    else if (!flags.includes(flag)) {
      if (flag === '-y' || flag === '--yes') {
        const cure = `Write "${flag}" before the package.`;
        troubles.push({ isFatal, message: `it gives ${flag} to Precept, and not to npx`, cure });
        continue;
      }
      const meant = didYouMean(flag, flags);
      const cure = meant === null ? '"precept --help" lists the flags.' : `Write ${meant}.`;
      troubles.push({ isFatal, message: `it gives the flag ${flag}, which does not exist`, cure });
    }
  }
  const env = Object((value as { env?: unknown }).env) as Record<string, unknown>;
  for (const [name, text] of Object.entries(env)) {
    if (!name.startsWith('PRECEPT_') || typeof text !== 'string') continue;
    const setting = name.slice('PRECEPT_'.length).toLowerCase();
    given.push({ name: setting === 'config_file' ? 'config' : setting, text, shown: name });
  }
  for (const { name, text, shown } of given)
    troubles.push(...(await checkGiven(name, text, shown, { project, home })));
  const scope = given.find(({ name }) => name === 'default_scope');
  // With rules or settings of its own it may have other scopes.
  const known = scope && !given.some(({ name }) => paths.includes(name)) ? await scopes() : null;
  if (scope !== undefined && known !== null && !known.includes(scope.text) && !scope.text.includes('${'))
    troubles.push({
      message: `${scope.shown} is "${scope.text}", which does not exist`,
      cure: `Name a scope that exists${known.length === 0 ? '' : `, like ${nearest(scope.text, known).join(', ')}`}.`,
    });
  return troubles;
}

/** Commands of ours speak no MCP over stdio; without one the program does. */
function checkCommandWord([word]: readonly string[]): EntryTrouble[] {
  if (word === undefined || word.startsWith('-')) return [];
  const cure =
    word === 'serve'
      ? 'Take it out, or give the client the address of that server instead, with /mcp behind it.'
      : 'Take it out: without a command the program speaks MCP.';
  return [{ isFatal, message: `it starts "precept ${word}", which speaks no MCP over stdio`, cure }];
}

async function checkGiven(
  name: string,
  text: string,
  shown: string,
  { project, home }: Pick<World, 'project' | 'home'>,
): Promise<EntryTrouble[]> {
  if (text.includes('${') || text === '') return [];
  if (paths.includes(name)) {
    const path = text.startsWith('~') ? join(home, text.slice(1)) : resolve(project, text);
    const isThere = await exists(path);
    const isRelative = !isAbsolute(text) && !text.startsWith('~') && !/^[A-Za-z]:[\\/]/.test(text);
    if (!isThere)
      return [
        {
          message: `${shown} leads to ${text}, which does not exist`,
          cure: 'Write an absolute path that exists.',
        },
      ];
    if (isRelative) {
      const message = `${shown} is the relative path ${text}, and clients start servers in folders of their own choice`;
      return [{ message, cure: `Write ${path}.` }];
    }
    return [];
  }
  const setting = settingNames.find((one) => one === name);
  const meant = setting === undefined ? settingNames.find((one) => isOneEditAway(name, one)) : undefined;
  if (meant !== undefined) {
    const message = `${shown} is read as a template variable; did you mean PRECEPT_${meant.toUpperCase()}?`;
    return [{ message, cure: 'Rename it if the setting was meant.' }];
  }
  if (setting === undefined || parseSetting(settings[setting as SettingName], text) !== undefined) return [];
  const message = `${shown} has a value that is not allowed`;
  return [{ message, cure: `It takes ${allowedValues(settings[setting])}.` }];
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

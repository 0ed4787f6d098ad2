import type { ServedClient } from '../../../clients/clients.ts';
import { version } from '../../../model/version.ts';
import { wordsOf } from '../../../setup/entry-words.ts';
import type { EntryTrouble } from './entry-trouble.ts';

/** Variables that an entry needs and that nobody has set here. */
export function checkVariables(
  client: ServedClient,
  value: object,
  env: Readonly<Record<string, string | undefined>>,
): EntryTrouble[] {
  const pattern = client.servers.variables;
  if (pattern === undefined) return [];
  const names = [...JSON.stringify(value).matchAll(pattern)].map(([, name = '']) => name);
  return [...new Set(names)]
    .filter((name) => env[name] === undefined)
    .map((name) => ({
      message: `it needs the variable ${name}, which is not set here`,
      cure: `Set ${name} where ${client.name} starts, or write its value.`,
    }));
}

/** A version of the package that is older than this program. */
export function checkVersion(value: object): EntryTrouble[] {
  const pinned = wordsOf(value)
    .map((word) => /^precept-mcp@(\d+\.\d+\.\d+)$/.exec(word)?.[1])
    .find((found) => found !== undefined);
  if (pinned === undefined || !isOlder(pinned, version)) return [];
  const message = `it starts version ${pinned}, and this is ${version}`;
  return [{ message, cure: `Write precept-mcp@${version}, or precept-mcp for the newest.` }];
}

function isOlder(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.split(/[.-]/).map(Number)) as [number[], number[]];
  const at = [0, 1, 2].find((index) => a[index] !== b[index]);
  return at !== undefined && (a[at] as number) < (b[at] as number);
}

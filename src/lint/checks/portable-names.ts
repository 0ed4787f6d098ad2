import type { Stray } from '../lint-scope.ts';
import { stray } from '../read/read-scopes.ts';

/** Names that Windows keeps for devices, in each folder and in any letter case. */
const device = /^(con|prn|aux|nul|(com|lpt)[0-9])$/i;

/** What is wrong with names of scopes for those who check the rules out on Windows, where letter case tells no names apart either. */
export function unportableNames(names: readonly string[]): Stray[] {
  const first = new Map<string, string>();
  return names.flatMap((name) => {
    if (device.test(name)) {
      const hint = 'Give the scope a longer name, and its heirs too';
      return [stray('unportable-name', name, `Windows keeps the name "${name}" for a device`, hint)];
    }
    const other = first.get(name.toLowerCase());
    first.set(name.toLowerCase(), other ?? name);
    if (other === undefined) return [];
    const message = `"${name}" and "${other}" are one directory on Windows and macOS, which do not tell letter case apart`;
    return [stray('unportable-name', name, message, 'Rename one of the two scopes')];
  });
}

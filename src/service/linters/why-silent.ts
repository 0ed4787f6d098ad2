import type { Configuration } from './linter.ts';

/** Why a tool that finds nothing in some files does not say that they keep a rule: it is unknown, off or unclear there. Null where they do. */
export function whySilent(
  configuration: Configuration,
  linked: string,
  files: readonly string[],
): string | null {
  const { by, unclear, names } = configuration;
  const rule = configuration.canonical(linked);
  if (names !== null && !names.has(rule) && configuration.mayBeElsewhere?.(rule) !== true)
    return `${by} has no rule "${linked}"`;
  for (const file of files) {
    const standing = configuration.standing(rule, file);
    if (standing === 'off') return `"${linked}" is off for ${file}, by ${by}`;
    if (standing === 'unclear') return unclear;
  }
  return null;
}

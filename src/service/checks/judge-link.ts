import type { ToolName } from '../../guidance/rules/record/check.ts';
import { meantInstead } from '../../model/text/nearest.ts';
import type { Configuration, Unread } from '../linters/linter.ts';
import type { Verdict } from './checks-data.ts';

/** A link to a rule of a tool, and the files that it is about. */
export interface Link {
  readonly tool: ToolName;
  readonly rule: string;
  /** Files that its `paths` match and that the tool is for; null without `paths`. */
  readonly files: readonly string[] | null;
  /** How many more files it is about, which the tool was not asked about. */
  readonly unasked: number;
}

/** Files that one message names. */
const mostNamed = 3;

/** Whether a tool enforces the rule that a link names: in all files of the link, or without files in one at least of `all`. */
export function judgeLink(
  link: Link,
  configuration: Configuration | Unread,
  all: readonly string[],
): Verdict {
  if ('unread' in configuration)
    return {
      state: 'unverified',
      why: configuration.unread,
      cure: `Install ${link.tool} and its configuration, or remove the check`,
    };
  const rule = configuration.canonical(link.rule);
  const { names, by } = configuration;
  if (names !== null && !names.has(rule) && configuration.mayBeElsewhere?.(rule) !== true)
    return {
      state: 'stale',
      why: `${by} has no rule "${link.rule}"${meantInstead(rule, names)}`,
      cure: `Write the name as ${link.tool} prints it, or install the plugin that has it`,
    };
  return link.files === null
    ? anywhere(link, configuration, rule, all)
    : everywhere(link, configuration, rule, link.files);
}

function anywhere(link: Link, configuration: Configuration, rule: string, all: readonly string[]): Verdict {
  if (all.length === 0) return noFiles(`no file of this checkout is one that ${link.tool} is for`);
  let isUnclear = false;
  for (const file of all) {
    const standing = configuration.standing(rule, file);
    if (standing === 'on') return { state: 'enforced' };
    isUnclear ||= standing === 'unclear';
  }
  if (isUnclear) return unclear(link, configuration);
  if (link.unasked > 0)
    return {
      state: 'unverified',
      why: `it is on for none of ${all.length} files, and ${link.unasked} more were not looked at`,
      cure: 'Give the check paths: files that they match are looked at first',
    };
  return off(link, configuration, 'for any file of this checkout');
}

function everywhere(
  link: Link,
  configuration: Configuration,
  rule: string,
  files: readonly string[],
): Verdict {
  const without: string[] = [];
  let isUnclear = false;
  let isOn = false;
  for (const file of files) {
    const standing = configuration.standing(rule, file);
    if (standing === 'off' || standing === 'ignored') without.push(file);
    isUnclear ||= standing === 'unclear';
    isOn ||= standing === 'on';
  }
  if (without.length > 0) {
    const more = without.length > mostNamed ? ` and ${without.length - mostNamed} more` : '';
    return off(link, configuration, `for ${without.slice(0, mostNamed).join(', ')}${more}`);
  }
  if (isUnclear) return unclear(link, configuration);
  if (isOn && link.unasked > 0)
    return {
      state: 'enforced',
      why: `it is on for ${files.length} files, and ${link.unasked} more were not looked at`,
    };
  return isOn ? { state: 'enforced' } : noFiles(`no file that ${link.tool} is for matches its paths`);
}

function off({ tool, rule }: Link, { by, file, names }: Configuration, where: string): Verdict {
  const what = names === null ? 'off, or unknown,' : 'off';
  return {
    state: 'stale',
    why: `"${rule}" is ${what} ${where}, by ${by}`,
    cure: `Turn "${rule}" on in ${file ?? `the configuration of ${tool}`}, or remove the check`,
  };
}

function unclear({ tool }: Link, configuration: Configuration): Verdict {
  return {
    state: 'unverified',
    why: configuration.unclear,
    cure: `Ask where ${tool} is installed and may run`,
  };
}

function noFiles(why: string): Verdict {
  return { state: 'unverified', why, cure: 'Look at the paths of the check' };
}

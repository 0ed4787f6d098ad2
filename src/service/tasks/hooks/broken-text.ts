import { join, relative, sep } from 'node:path';
import type { Config, ConfigError } from '../../../config/config.ts';
import type { Fault } from '../../../model/fault.ts';
import type { Gap } from '../../../model/guidance.ts';
import { cutText } from '../../../model/text/cut-text.ts';
import { oneLine } from '../../../render/foreign-text.ts';
import { isInside } from '../../../runtime/files/files.ts';

/** Characters of what is wrong that an agent is told. */
const longest = 300;
const cure = '`precept lint` names every mistake with its cure.';

/** What an agent is told of a scope that mistakes in local files keep from being served; null for any other fault. */
export function brokenScope(
  scope: string,
  { code, message, problems = [] }: Fault,
  { rulesPath, checkout }: Pick<Config, 'rulesPath' | 'checkout'>,
): string | null {
  const [first] = problems;
  const inForce = `Precept: no rule of the scope ${quoted(scope)} is in force`;
  if (code === 'inheritance-cycle' || code === 'inheritance-too-deep')
    return `${inForce}: ${short(message)}. ${cure}`;
  if (code !== 'invalid-content' || first === undefined || rulesPath === null) return null;
  const file = shownPath(join(rulesPath, first.file), checkout);
  return `${inForce}, because ${quoted(file)} is broken in line ${first.line}: ${short(first.message)}. ${cure}`;
}

/** What an agent is told of settings files that keep all guidance from being served; null for mistakes from elsewhere. */
export function brokenSettings({ mistakes }: ConfigError, project: string): string | null {
  const [first] = mistakes;
  if (first === undefined) return null;
  const file = quoted(shownPath(first.file, project));
  return `Precept: no rule of this project is in force, because ${file} is broken: ${short(first.message)}. ${cure}`;
}

/** What an agent is told of what a scope lacks through mistakes in local files; null where it lacks nothing so. */
export function brokenParents(gaps: readonly Gap[]): string | null {
  const [first, ...others] = gaps.filter(({ isLocal }) => isLocal === true);
  if (first === undefined) return null;
  const more = others.length === 0 ? '' : ` And ${others.length} more.`;
  return `Precept: ${short(first.text)}.${more} ${cure}`;
}

/** What is wrong, in one line and without what to do: clients take commands in such a place for an attack. */
function short(text: string): string {
  const [line = ''] = oneLine(text).replace(/\.$/, '').split('. ', 1);
  return line.length > longest ? `${cutText(line, longest)}…` : line;
}

function quoted(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``;
}

function shownPath(file: string, project: string): string {
  return isInside(file, project) ? relative(project, file).split(sep).join('/') : file;
}

import type { AuthoredText } from '../../content/authored.ts';
import type { AuthoredGroup } from '../../guidance/kind.ts';
import { kindNames, kinds } from '../../guidance/kinds.ts';
import type { Outline } from '../../guidance/outline.ts';
import { doubtOfGlob, mayBeFolder, whyBadGlob } from '../../model/names/path-globs.ts';
import { didYouMean } from '../../model/text/nearest.ts';
import { ancestorsOf } from '../../resolve/category-order.ts';
import type { Merged } from '../read/merge-scope.ts';
import type { Report } from '../report.ts';

/** What `paths`, `see` and the patterns of a scope's own files get wrong, whatever else there is. */
export function checkLinks(outline: Outline, report: Report): void {
  for (const group of groupsOf(outline)) {
    for (const glob of [...group.paths, ...group.pieces.flatMap(({ paths }) => paths)])
      checkGlob(glob, report);
    for (const { record } of group.pieces) {
      // The reader tells of those that cannot be used.
      for (const glob of record?.checkPaths ?? [])
        if (whyBadGlob(glob.text) === null) checkGlob(glob, report);
      for (const pattern of record?.patterns ?? []) checkPattern(pattern, report);
    }
    checkSee(group, report);
  }
}

function checkGlob(glob: AuthoredText, report: Report): void {
  const said = `the glob "${glob.text.slice(0, 100)}"`;
  const bad = whyBadGlob(glob.text);
  const doubt = bad === null ? doubtOfGlob(glob.text) : null;
  if (doubt !== null) report.add('doubtful-path', glob, `${said} ${doubt.why}`, doubt.cure);
  else if (bad === null && mayBeFolder(glob.text))
    report.add(
      'doubtful-path',
      glob,
      `${said} matches a file of that name, and nothing in a folder`,
      `Write "${glob.text}/**" for all in it`,
      { severity: 'info' },
    );
  if (bad === null) return;
  const hint = 'Write it from the root of the project with "/" between names, like "src/api/**" or "*.sql"';
  report.add('invalid-path', glob, `${said} ${bad}`, hint);
}

/** Reports a regular expression that is written as code has it: its slashes are part of what is looked for. */
function checkPattern(pattern: AuthoredText, report: Report): void {
  if (!/^\/(?:[^/\\]|\\.)+\/[dgimsuvy]*$/.test(pattern.text)) return;
  const message = `the pattern "${pattern.text.slice(0, 100)}" looks for the slashes around it too`;
  const hint =
    'Write it without the slashes; for flags, write what they mean, like [eE] for `i`; write \\/ for a slash that is meant';
  report.add('doubtful-pattern', pattern, message, hint);
}

function checkSee({ category, see }: AuthoredGroup, report: Report): void {
  const seen = new Set<string>();
  for (const link of see) {
    if (link.text === category?.name) {
      report.add('self-see', link, `the category \`${link.text}\` links to itself`, 'Remove it');
    } else if (seen.has(link.text)) {
      report.add('duplicate-see', link, `\`see\` has \`${link.text}\` twice`, 'Keep one of the two');
    }
    seen.add(link.text);
  }
}

/** Links of a scope that lead to no category it has: neither of that name nor below it. */
export function checkSeeTargets(
  { scope, resolved, doubtful }: Merged,
  hasMasters: boolean,
  report: Report,
): void {
  const links = groupsOf(scope.outline).flatMap(({ see }) => see);
  if (links.length === 0) return;
  const names = new Set([...doubtful].flatMap((name) => [name, ...ancestorsOf(name)]));
  for (const kind of kindNames) {
    for (const { category } of kinds[kind].groups(resolved[kind] as never)) {
      if (category !== null) for (const name of [category, ...ancestorsOf(category)]) names.add(name);
    }
  }
  for (const link of links) if (!names.has(link.text)) reportUnknown(link, names, hasMasters, report);
}

function reportUnknown(
  link: AuthoredText,
  names: ReadonlySet<string>,
  hasMasters: boolean,
  report: Report,
): void {
  const meant = didYouMean(link.text, names);
  const hint =
    meant === null
      ? 'Name a category that the scope has or inherits, or remove it'
      : `Did you mean \`${meant}\`?`;
  report.add('unknown-see', link, `the scope has no category \`${link.text}\``, hint, {
    ...(hasMasters && { severity: 'info' }),
  });
}

function groupsOf({ guidance }: Outline): AuthoredGroup[] {
  return kindNames.flatMap((kind) => guidance[kind]);
}

import type { AuthoredText } from '../../content/authored.ts';
import type { AuthoredGroup } from '../../guidance/kind.ts';
import { kindNames, kinds } from '../../guidance/kinds.ts';
import type { Outline } from '../../guidance/outline.ts';
import { doubtOfGlob, mayBeFolder, whyBadGlob } from '../../model/names/path-globs.ts';
import { didYouMean } from '../../model/text/nearest.ts';
import { ancestorsOf } from '../../resolve/category-order.ts';
import type { LintScope } from '../lint-scope.ts';
import type { Merged } from '../read/merge-scope.ts';
import type { Report } from '../report.ts';

/** What `paths`, `see` and the patterns of a scope's own files get wrong, whatever else there is. */
export function checkLinks({ outline, evals }: LintScope, report: Report): void {
  // The reader tells of those that cannot be used.
  const checkUsable = (globs: readonly AuthoredText[]) => {
    for (const glob of globs) if (whyBadGlob(glob.text) === null) checkGlob(glob, report);
  };
  checkUsable(evals.paths);
  for (const pattern of evals.patterns) checkPattern(pattern, report);
  for (const group of groupsOf(outline)) {
    for (const glob of [...group.paths, ...group.pieces.flatMap(({ paths }) => paths)])
      checkGlob(glob, report);
    for (const { record } of group.pieces) {
      checkUsable(record?.checkPaths ?? []);
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

/** Links and tests of a scope that name no category it has: neither of that name nor above one. */
export function checkSeeTargets(
  { scope, resolved, doubtful }: Merged,
  hasMasters: boolean,
  report: Report,
): void {
  const links = groupsOf(scope.outline).flatMap(({ see }) => see);
  if (links.length + scope.forbidden.length === 0) return;
  const names = new Set([...doubtful].flatMap((name) => [name, ...ancestorsOf(name)]));
  for (const kind of kindNames) {
    for (const { category } of kinds[kind].groups(resolved[kind] as never)) {
      if (category !== null) for (const name of [category, ...ancestorsOf(category)]) names.add(name);
    }
  }
  const check = (code: 'unknown-see' | 'unknown-in-test', texts: readonly AuthoredText[]) => {
    for (const text of texts) if (!names.has(text.text)) reportUnknown(code, text, names, hasMasters, report);
  };
  check('unknown-see', links);
  check('unknown-in-test', scope.forbidden);
}

function reportUnknown(
  code: 'unknown-see' | 'unknown-in-test',
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
  report.add(code, link, `the scope has no category \`${link.text}\``, hint, {
    ...(hasMasters && { severity: 'info' }),
  });
}

function groupsOf({ guidance }: Outline): AuthoredGroup[] {
  return kindNames.flatMap((kind) => guidance[kind]);
}

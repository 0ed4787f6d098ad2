import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ExportTarget, exportTargets } from '../../src/model/names/export-targets.ts';
import { alternativesOf } from '../../src/model/names/path-globs.ts';
import { oneLine, withoutMarkers, withoutNotes } from '../../src/render/foreign-text.ts';
import { bullet } from '../../src/render/markdown.ts';
import { harmless } from '../../src/service/export/harmless.ts';
import { contentOf, type Report } from '../import/imported.ts';
import { type Project, project } from '../init/project.ts';
import { runs } from '../support/runs.ts';
import { anyScope, type MeantCategory, type MeantScope, projectOf } from './scopes.ts';

interface Exported {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly left_out: readonly { readonly category: string }[];
  readonly not_carried?: readonly {
    readonly as: string;
    readonly category: string;
    readonly kata?: string;
  }[];
}

/** The report of an import of all that an export to one target has written, and git on Windows has checked out maybe. */
async function thereAndBack(
  shop: Project,
  target: ExportTarget,
  isWindows: boolean,
  ...more: string[]
): Promise<{ exported: Exported; report: Report }> {
  const args = ['export', 'shop', '--to', target, '--write', '--format', 'json', ...more];
  const written = await shop.precept(...args);
  expect(written.code, written.stderr).toBe(0);
  const exported = JSON.parse(written.stdout) as Exported;
  const named = exported.files.map((file) => file.path).filter((name) => /\.mdc?$/.test(name));
  if (isWindows) {
    for (const name of named) {
      const text = await shop.read(name);
      await writeFile(path.join(shop.folder, name), `\uFEFF${text.replaceAll('\n', '\r\n')}`);
    }
    const check = await shop.precept('export', 'shop', '--to', target, '--check', ...more);
    expect(check).toMatchObject({ code: 0, stdout: '' });
  }
  const { code, stdout, stderr } = await shop.precept(
    ...['import', ...named, '--scope', 'back', '--format', 'json'],
  );
  expect(code, stderr).toBe(0);
  const report = JSON.parse(stdout) as Report;
  expect(report.unaccounted).toBe(0);
  return { exported, report };
}

/** As every answer shows it, whose structure is not its author's. */
const asShown = (text: string) => bullet(harmless(withoutMarkers(text.trim())));
const served = (text: string) => text.replace(/\{\{ '(\{[{%#])' \}\}/g, '$1');
const sorted = (texts: Iterable<string>) => [...texts].sort();

/** Globs in one form: without braces, a name in any folder without `**`, none for all files, and none within another. */
function inOneForm(globs: readonly string[]): string[] {
  const all = globs
    .flatMap(alternativesOf)
    .map((glob) => glob.replace(/^\.\/(?=.*\/)/, '').replace(/^\*\*\/(?=[^/]*$)/, ''));
  if (all.some((glob) => glob === '*' || glob === '**')) return [];
  const isBelow = (glob: string, whole: string) =>
    whole.endsWith('/**') && glob !== whole && glob.startsWith(whole.slice(0, -2));
  return sorted(new Set(all.filter((glob) => !all.some((whole) => isBelow(glob, whole)))));
}

const whenOf = (text: string) => oneLine(harmless(oneLine(text)));

/** Each rule that a scope has, as `category WORD text`. */
const meantRules = (rules: MeantScope['rules']) =>
  Object.entries(rules).flatMap(([name, { must, should }]) => [
    ...must.map((text) => `${name} MUST ${asShown(text)}`),
    ...should.map((text) => `${name} SHOULD ${asShown(text)}`),
  ]);

interface Written {
  readonly when?: string;
  readonly paths?: readonly string[];
  readonly ruleset?: readonly string[];
}

/** The rules of a scope that was imported, and what else is said of its categories. */
function cameBack(report: Report) {
  const kinds = { MUST: contentOf(report, 'commandments'), SHOULD: contentOf(report, 'suggestions') };
  const rules: string[] = [];
  const categories: Record<string, { when: string; paths: string[] }> = {};
  for (const [word, all] of Object.entries(kinds))
    for (const [name, { when = '', paths = [], ruleset = [] }] of Object.entries(all) as [
      string,
      Written,
    ][]) {
      rules.push(...ruleset.map((text) => `${name} ${word} ${asShown(served(text))}`));
      categories[name] = {
        when: categories[name]?.when || whenOf(served(when)),
        paths: inOneForm(paths),
      };
    }
  return { rules, categories };
}

/** The rules that a report says are there twice in one file, as they stand in it. */
function saidTwice({ files }: Exported, { sources }: Report): string[] {
  return sources.flatMap(({ path: name, blocks }) => {
    const lines = (files.find((file) => file.path === name)?.text ?? '').split('\n');
    return blocks
      .filter(({ as, why }) => as === 'skipped' && why?.startsWith(`same as ${name}:`) === true)
      .map(({ line, end_line }) => {
        const category = lines
          .slice(0, line)
          .findLast((one) => one.startsWith('## '))
          ?.slice(3);
        const [first = '', ...rest] = lines.slice(line - 1, end_line);
        const [, word = '', own = ''] = /^- \*\*(MUST|SHOULD)\*\*: (.*)$/.exec(first) ?? [];
        return `${category} ${word} ${asShown([own, ...rest.map((one) => one.slice(2))].join('\n'))}`;
      });
  });
}

const lost = ({ not_carried: all = [] }: Exported, as: string) =>
  sorted(
    all
      .filter((loss) => loss.as === as)
      .map(({ category, kata }) => (kata === undefined ? category : `${category}/${kata}`)),
  );

const kataNames = ({ katas }: MeantScope) =>
  Object.entries(katas).flatMap(([category, all]) => Object.keys(all).map((name) => `${category}/${name}`));

const isSkills = (target: ExportTarget) => target.endsWith('skills');
const hasRules = ({ must, should }: MeantCategory) => must.length + should.length > 0;

/** What nothing is imported from: no client but the bot reads it. */
const isOneWay = (target: ExportTarget) => target === 'coderabbit';

test.each(exportTargets.filter((target) => !isSkills(target) && !isOneWay(target)))(
  '%s: what comes back is what was there, but for what the reports say',
  async (target) => {
    await fc.assert(
      fc.asyncProperty(anyScope, fc.option(fc.nat()), fc.boolean(), async (scope, chosen, isWindows) => {
        const shop = await project(projectOf(scope));
        const full = Object.entries(scope.rules).filter(([, one]) => hasRules(one));
        const only = chosen === null ? null : (full[chosen % full.length]?.[0] ?? null);
        const isWanted = (name: string) => only === null || name === only || name.startsWith(`${only}.`);
        const wanted = full.filter(([name]) => isWanted(name));
        const { exported, report } = await thereAndBack(
          shop,
          target,
          isWindows,
          ...(only === null ? [] : ['--categories', only]),
        );

        const { rules, categories } = cameBack(report);
        expect(sorted([...rules, ...saidTwice(exported, report)])).toEqual(
          sorted(meantRules(Object.fromEntries(wanted))),
        );
        expect(categories).toEqual(
          Object.fromEntries(
            wanted.map(([name, { when, paths }]) => [name, { when: whenOf(when), paths: inOneForm(paths) }]),
          ),
        );
        expect(contentOf(report, 'katas')).toEqual({});

        const gone = full.filter(([name]) => !isWanted(name)).map(([name]) => name);
        expect(sorted(exported.left_out.map(({ category }) => category))).toEqual(sorted(gone));
        expect(lost(exported, 'kata')).toEqual(sorted(kataNames(scope)));
        const mine = Object.entries(scope.rules).filter(([name]) => isWanted(name));
        expect(lost(exported, 'when')).toEqual(
          sorted(mine.filter(([, one]) => !hasRules(one) && one.when !== '').map(([name]) => name)),
        );
        expect(lost(exported, 'tags')).toEqual(
          sorted(mine.filter(([, { tags }]) => tags.length > 0).map(([name]) => name)),
        );
        expect(lost(exported, 'rule')).toEqual([]);
      }),
      { numRuns: runs(2) },
    );
  },
);

test.each(exportTargets.filter(isSkills))(
  '%s: katas come back with their files, and the reports say that rules and categories do not',
  async (target) => {
    await fc.assert(
      fc.asyncProperty(
        anyScope.filter(({ katas }) => Object.keys(katas).length > 0),
        fc.boolean(),
        async (scope, isWindows) => {
          const shop = await project(projectOf(scope));
          const { exported, report } = await thereAndBack(shop, target, isWindows);
          const names = kataNames(scope).map((name) => name.slice(name.indexOf('/') + 1));
          const shown = (procedure: string) =>
            harmless(withoutNotes(procedure.replaceAll('\r\n', '\n'))).trimEnd();
          const meant = Object.entries(scope.katas).flatMap(([category, all]) =>
            Object.entries(all).map(([name, { when, procedure, file }]) => {
              const isAlone = names.filter((one) => one === name).length === 1;
              return {
                name: isAlone ? name : `${category.replaceAll('.', '-')}-${name}`,
                when: oneLine(when) || `Procedure ${name} of shop`,
                procedure: shown(procedure),
                file,
              };
            }),
          );
          const { skills } = contentOf(report, 'katas') as {
            skills?: { katas: Record<string, { when: string; procedure: string }> };
          };
          const came = Object.entries(skills?.katas ?? {}).map(([name, { when, procedure }]) => ({
            name,
            when: served(when),
            procedure: shown(served(procedure)),
            file: report.files[`back/files/${name}/scripts/x.sh`] ?? null,
          }));
          const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);
          expect(came.sort(byName)).toEqual(meant.sort(byName));
          expect(cameBack(report)).toEqual({ rules: [], categories: {} });

          expect(lost(exported, 'kata')).toEqual([]);
          expect(lost(exported, 'category')).toEqual(sorted(kataNames(scope)));
          expect(lost(exported, 'paths')).toEqual(
            sorted(
              Object.entries(scope.katas).flatMap(([category, all]) =>
                Object.entries(all)
                  .filter(([, { paths }]) => paths.length > 0)
                  .map(([name]) => `${category}/${name}`),
              ),
            ),
          );
          expect(lost(exported, 'rule')).toEqual(
            sorted(
              Object.entries(scope.rules)
                .filter(([, one]) => hasRules(one))
                .map(([name]) => name),
            ),
          );
        },
      ),
      { numRuns: runs(2) },
    );
  },
);

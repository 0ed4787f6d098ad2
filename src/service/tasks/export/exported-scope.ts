import { relative, sep } from 'node:path';
import type { SettingValues } from '../../../config/settings.ts';
import type { ResolvedScope } from '../../../guidance/guidance.ts';
import { detailBullets } from '../../../guidance/rules/record/details-markdown.ts';
import { ruleKinds } from '../../../guidance/rules/rule.ts';
import { Fault } from '../../../model/fault.ts';
import { bySegment } from '../../../model/names/category-path.ts';
import type { Origin } from '../../../model/origin.ts';
import type { TemplateFailure, TextRenderer } from '../../../render/text-renderer.ts';
import { union } from '../../../resolve/merging.ts';
import { atOnce } from '../../../runtime/async/turns.ts';
import type { FoundKata } from '../../answers/katas/find-kata.ts';
import { kataAnswer } from '../../answers/katas/kata-view.ts';
import { createKataWhens } from '../../answers/katas/kata-whens.ts';
import { viewingRules } from '../../answers/rules/rules-view.ts';
import { ownWhens } from '../../answers/rules/whens.ts';
import type { ExportCategory, ExportContent, ExportKata } from '../../export/content.ts';
import { incompleteBlock } from '../../runtime/content/gaps.ts';
import type { Service } from '../../service.ts';
import { type KataFilesFrom, type LoadedFile, loadKataFiles } from '../skills/kata-files.ts';

/** A scope as exports write it, and what of it is missing or failed, in words. */
export interface ExportedScope {
  readonly content: ExportContent;
  readonly missing: readonly string[];
  /** As it is before it is rendered. */
  readonly scope: ResolvedScope;
}

/** What a scope is exported with. */
export type ExportedFrom = KataFilesFrom & Pick<Service, 'answers' | 'scope'>;

/**
 * A scope rendered for files: without values of plugins, which differ between machines and times. Faults are those of the scope.
 */
export async function exportedScope(
  service: ExportedFrom,
  name: string,
  options: {
    readonly rules: boolean;
    readonly katas: boolean;
    readonly files: boolean;
    /** How often each category was read lately, where that is known. */
    readonly reads?: ReadonlyMap<string, number>;
  },
): Promise<ExportedScope> {
  const scope = await service.scope(name);
  const another = await (await service.answers.texts(scope, false, true)).open();
  const texts = another();
  const fallback = service.config.settings.default_category_description;
  const reads = options.reads ?? new Map<string, number>();
  const categories = options.rules
    ? ruleCategories(scope, texts, another(), service.config.settings, reads)
    : [];
  const broken: string[] = [];
  const loadFiles = options.files ? (found: FoundKata) => loadKataFiles(service, found) : null;
  const katas = options.katas ? await kataTexts(scope, texts, fallback, broken, loadFiles) : [];
  const showsWhy = service.config.settings.rules_details.includes('why');
  const failures = distinct(texts.failures).filter(({ element_type: type }) => showsWhy || type !== 'why');
  const hint =
    service.config.settings.enabled_plugins.length === 0
      ? ''
      : ' (exports are without the values and filters of plugins)';
  const missing = [
    ...scope.gaps.map(({ text }) => text),
    ...scope.unavailable.map(({ url, reason }) => `master ${url} is unavailable: ${reason}`),
    ...failures.map(
      ({ element_type: type, element_identifier: identifier, error_message: message }) =>
        `${type} ${identifier}: ${message}${hint}`,
    ),
    ...broken,
  ];
  const notes = incompleteBlock({
    gaps: scope.gaps,
    unavailable: scope.unavailable,
    failures: 0,
    keepsFailing: false,
  });
  const count = failures.length + broken.length;
  const failed =
    count === 0
      ? ''
      : `> **Incomplete:** ${count === 1 ? '1 text' : `${count} texts`} could not be rendered: precept export names them.\n\n`;
  return {
    content: {
      scope: scope.name,
      description: scope.metadata.description,
      source: sourceOf(scope, service),
      incomplete: notes === '' ? failed : `${notes.trimEnd()}\n${failed === '' ? '\n' : failed}`,
      categories,
      katas,
    },
    missing,
    scope,
  };
}

/** Where a scope is edited: its folder, where that lies in the project. */
function sourceOf(
  { name, sources }: ResolvedScope,
  { config: { rulesPath, checkout } }: Pick<Service, 'config'>,
): string {
  const folder = rulesPath === null ? null : relative(checkout, rulesPath).split(sep).join('/');
  const isHere = folder !== null && folder !== '' && !/^(?:\.\.(?:\/|$)|\/|[A-Za-z]:)/.test(folder);
  return isHere && sources.includes('local') ? `${folder}/${name}` : `the scope ${name}`;
}

function ruleCategories(
  scope: ResolvedScope,
  texts: TextRenderer,
  quiet: TextRenderer,
  { default_category_description: fallback, rules_details: shown }: SettingValues,
  reads: ReadonlyMap<string, number>,
): ExportCategory[] {
  const view = atOnce(viewingRules(scope, () => true, texts, fallback));
  const whens = ownWhens(scope, () => true, quiet);
  const found = new Map<string, ExportCategory>();
  for (const [kind, key] of [
    ['commandments', 'must'],
    ['suggestions', 'should'],
  ] as const) {
    for (const { category, paths, rules, written, details } of view[kind]) {
      const both = ruleKinds.flatMap((one) => scope[one].get(category) ?? []);
      const known = found.get(category) ?? {
        ...{ category, when: '', paths: [], must: [], should: [] },
        always: both.some(({ always }) => always === true),
        own: both.some((one) => one.rules.some(({ origin }) => origin.scope === scope.name)),
        reads: reads.get(category) ?? 0,
      };
      found.set(category, {
        ...known,
        when: known.when || (whens[kind].get(category) ?? ''),
        paths: union(known.paths, paths),
        [key]: rules.map((text, index) => ({
          text,
          details: detailBullets(details?.[index], shown),
          from: written[index]?.origin.scope ?? scope.name,
          place: placeOf(written[index]?.origin),
        })),
      });
    }
  }
  return [...found.values()].sort((a, b) => bySegment(a.category, b.category));
}

/** The file and line of a rule, for people. */
function placeOf(origin: Origin | undefined): string {
  if (origin === undefined) return 'the scope';
  return `${origin.file}:${origin.line}${origin.server === 'local' ? '' : ` of ${origin.server}`}`;
}

async function kataTexts(
  scope: ResolvedScope,
  texts: TextRenderer,
  fallback: string,
  broken: string[],
  loadFiles: ((found: FoundKata) => Promise<readonly LoadedFile[]>) | null,
): Promise<ExportKata[]> {
  // A skill shows the `when` of its category where the kata has none, and only then.
  const whens = createKataWhens(scope, texts, '');
  const katas: ExportKata[] = [];
  for (const [category, { katas: ofCategory }] of [...scope.katas].sort(([a], [b]) => bySegment(a, b))) {
    for (const kata of ofCategory.values()) {
      const before = texts.failures.length;
      try {
        const { data } = await kataAnswer(scope, { category, kata }, texts, fallback);
        const files = loadFiles === null ? [] : await loadFiles({ category, kata });
        const when =
          data.when?.trim() || whens.shown(category)?.trim() || `Procedure ${kata.name} of ${scope.name}`;
        katas.push({
          name: kata.name,
          category,
          description: when,
          procedure: data.procedure,
          failures: countFailures(texts.failures.slice(before), `${category}/${kata.name}`),
          files: new Map(files.map(({ path, bytes }) => [path, bytes])),
        });
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        broken.push(error.message);
      }
    }
  }
  return katas;
}

/** How many texts of a kata failed; that of its category counts where the kata has none. */
function countFailures(failures: readonly TemplateFailure[], kata: string): number {
  const own = failures.filter(({ element_identifier: name }) => name === kata || name === `${kata} when`);
  const texts = own.length === 0 ? failures : own;
  return new Set(texts.map(({ template_text: text }) => text)).size;
}

function distinct(failures: readonly TemplateFailure[]): TemplateFailure[] {
  const known = new Map(failures.map((one) => [`${one.element_type} ${one.element_identifier}`, one]));
  return [...known.values()];
}

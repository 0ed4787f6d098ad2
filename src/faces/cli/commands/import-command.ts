import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { Option, UsageError } from 'clipanion';
import { Fault } from '../../../model/fault.ts';
import { isCategoryPath } from '../../../model/names/category-path.ts';
import { scopeNamePattern } from '../../../model/names/scope-name.ts';
import { forTerminal } from '../../../model/text/for-terminal.ts';
import { lazy } from '../../../runtime/async/lazy.ts';
import { isDirectory } from '../../../runtime/files/files.ts';
import { findProject } from '../../../runtime/files/find-project.ts';
import { toReportPath } from '../../../runtime/files/report-path.ts';
import type { Service } from '../../../service/service.ts';
import type { KnownCategory } from '../../../service/tasks/export/known-scope.ts';
import { BaseCommand } from '../base-command.ts';
import { createAsker } from '../words/asker.ts';
import { choiceOption, factFormats, formatOption } from '../words/choice-option.ts';

const tools = ['rulesync', 'toml'] as const;
const strengths = ['must', 'should'] as const;

/** `precept import`: the files that clients read, as a scope. */
export class ImportCommand extends BaseCommand {
  static override paths = [['import']];
  static override usage = BaseCommand.Usage({
    description: 'Make a scope of AGENTS.md, CLAUDE.md, .cursor/rules, skills and the like',
    details: `
      Reads the files that clients read in this project, or those that are named, and prints what each block of them comes to.
      With --write the scope is written. Headings become categories, list items and prose rules, numbered procedures and skills
      katas, globs paths. --edit opens that plan in your editor and writes what you leave. Ends with 1 where the scope is there and lacks something: --into adds that. docs/moving.md shows how.
    `,
    examples: [
      ['See what would become of the files of this project', 'precept import --scope checkout'],
      ['Make a scope of them', 'precept import --scope checkout --write'],
      ['Change the plan in $EDITOR, and write what is left', 'precept import --scope checkout --edit'],
      ['Of some of them alone', 'precept import AGENTS.md .cursor/rules --scope checkout --write'],
    ],
  });

  named = Option.Rest({ name: 'path' });
  scope = Option.String('--scope', {
    description: 'Name of the scope to write, like checkout; it has to be given',
  });
  write = Option.Boolean('--write', false, {
    description: 'Write the scope; without this, print what it would be',
  });
  into = Option.Boolean('--into', false, {
    description: 'With --write: add to a scope that is there what it lacks, and change nothing else',
  });
  edit = Option.Boolean('--edit', false, {
    description:
      'Open the plan in $VISUAL or $EDITOR, else ask rule by rule on a terminal; then write what is left',
  });
  strength = choiceOption('--default', strengths, {
    about: 'Strength of rules whose words do not tell it, should unless given',
  });
  from = choiceOption('--from', tools, { about: 'Read the files of this tool alone' });
  category = Option.String('--category', {
    description: 'Category of the katas that skills become, like delivery.release; skills unless given',
  });
  format = formatOption(factFormats);

  override async execute(): Promise<number> {
    const { scope, category = 'skills' } = this;
    if (scope === undefined) throw new UsageError('--scope is missing: it names the scope to write');
    if (!scopeNamePattern.test(scope))
      throw new UsageError('--scope takes 1 to 200 of the characters A-Z, a-z, 0-9, "_" and "-"');
    if (!isCategoryPath(category))
      throw new UsageError('--category takes a category, like "delivery.release"');
    const { cwd, env, home } = this.context.world;
    const lines = this.edit ? this.openQuestions() : null;
    const editing = this.edit ? this.editing(lines) : null;
    const service = await this.openService();
    const { rulesPath: given } = service.config;
    const known = lazy(() => knownOf(service, scope));
    const project = await findProject(cwd, home);
    const rulesPath = given ?? join(project, '.precept', 'rules');
    const { runImport } = await import('../../../import/run-import.ts');
    const { ImportError } = await import('../../../import/import-error.ts');
    try {
      const byDefault = this.strength ?? 'should';
      const result = await runImport({
        ...{
          project,
          cwd,
          env,
          named: this.named,
          scope,
          rulesPath,
          home,
          skillCategory: category,
          from: this.from ?? null,
        },
        ...{ mustByDefault: byDefault === 'must', isWriting: this.write || this.edit, isMerging: this.into },
        ...{ editing, known },
      });
      if (this.format === 'json')
        this.context.stdout.write((await import('./import-formats/json-format.ts')).importJson(result));
      else if (!this.edit || result.files.size > 0) {
        const { importText } = await import('./import-formats/text-format.ts');
        const { files, settingsFile, written } = result;
        const rulesFolder = toReportPath(rulesPath, cwd);
        const paths = [
          ...[...files.keys()].map((path) => `${rulesFolder}/${path}`),
          ...(settingsFile === null ? [] : [toReportPath(settingsFile, cwd)]),
        ];
        this.printer.report(importText(result, { paths, byDefault, isSeen: this.edit && written }));
      }
      for (const text of result.differing) this.printer.note(`Differs: ${text}.`);
      for (const text of result.kept) this.printer.note(`Kept: ${text}.`);
      if (result.settings !== null) this.printer.note(result.settings);
      if (result.unaccounted > 0) return 1;
      return this.conclude(result);
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      if (error.isUsage) throw new UsageError(error.message);
      this.printer.error(error.message);
      return 1;
    } finally {
      lines?.close();
      await service.close();
    }
  }

  /** A terminal to ask on, where no editor is named; null without. */
  private openQuestions(): Interface | null {
    const { stdin, stdout, env } = this.context.world;
    if (editorOf(env) !== null || stdin.isTTY !== true || stdout.isTTY !== true) return null;
    return createInterface({ input: stdin, output: stdout, terminal: true });
  }

  private editing(lines: Interface | null): Editing {
    const { env, stdout } = this.context.world;
    const command = editorOf(env);
    if (command !== null) return { by: 'editor', command, env };
    if (lines === null)
      throw new UsageError(
        '--edit needs an editor in VISUAL or EDITOR, like EDITOR="code --wait", or a terminal',
      );
    const ask = createAsker(lines);
    return {
      by: 'questions',
      ask(about, question) {
        stdout.write(`\n${forTerminal(about)}\n`);
        return ask(question);
      },
    };
  }

  private conclude({ scope, files, settingsFile, written, hasAll, isRefused, differing }: Result): number {
    const { printer } = this;
    const isLeft = differing.length > 0;
    const hasRules =
      files.size === 0 || [...files.keys()].some((path) => /(?:commandments|suggestions)\.yml$/.test(path));
    if (isLeft)
      printer.note(
        'Until the strengths are the same, an export with --overwrite writes that of the guidance.',
      );
    if (written) printer.note(`Next: precept ${hasRules ? 'rules' : 'katas'} ${scope}, and precept lint.`);
    else if (files.size === 0 && settingsFile === null)
      printer.note(
        hasAll && !isLeft ? `The scope ${scope} has all of it; nothing to do.` : 'Nothing to write.',
      );
    else if (isRefused) {
      printer.error(`the scope ${scope} is there and lacks some of this; --write --into adds it`);
      return this.write || this.edit ? 1 : 0;
    } else printer.note('Nothing is written yet; --write does it, --edit lets you change it first.');
    // Whoever goes on with an export that writes over the file would lose the strengths.
    return isLeft && (this.write || this.edit) ? 1 : 0;
  }
}

/** What a scope of the rules folder has and inherits; nothing of one that is not there, or has mistakes, which the import names. */
async function knownOf(service: Service, scope: string): Promise<readonly KnownCategory[]> {
  const { rulesPath } = service.config;
  if (rulesPath === null || !(await isDirectory(join(rulesPath, scope)))) return [];
  const { knownScope } = await import('../../../service/tasks/export/known-scope.ts');
  try {
    return await knownScope(service, scope);
  } catch (error) {
    if (error instanceof Fault) return [];
    throw error;
  }
}

function editorOf({ VISUAL, EDITOR }: NodeJS.ProcessEnv): string | null {
  return VISUAL || EDITOR || null;
}

type Editing = NonNullable<
  Parameters<typeof import('../../../import/run-import.ts')['runImport']>[0]['editing']
>;
type Result = Awaited<ReturnType<typeof import('../../../import/run-import.ts')['runImport']>>;

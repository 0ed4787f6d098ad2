import { resolve } from 'node:path';
import { Option, UsageError } from 'clipanion';
import { baseFolder } from '../../../config/values/base-folder.ts';
import { type ExportTarget, exportTargets, isExportTarget } from '../../../model/names/export-targets.ts';
import { forReport, forTerminal } from '../../../model/text/for-terminal.ts';
import { didYouMean } from '../../../model/text/nearest.ts';
import { parseCategories } from '../../../service/operations/shapes/category-arguments.ts';
import type { Service } from '../../../service/service.ts';
import type { ExportJob, ExportPlan } from '../../../service/tasks/export/export-content.ts';
import { BaseCommand } from '../base-command.ts';
import { factFormats, formatOption } from '../words/choice-option.ts';
import { parsedOption } from '../words/parsed-option.ts';
import { asUsage } from '../words/usage-mistake.ts';

/** `precept export`: guidance as the files that clients read by themselves. */
export class ExportCommand extends BaseCommand {
  static override paths = [['export']];
  static override usage = BaseCommand.Usage({
    description: 'Write guidance into the files that clients read by themselves',
    details: `
      Prints what it would write; --write writes it, into a marked block of a shared file, or into files of its own. Targets:
      ${exportTargets.join(', ')}. Without a scope it does what the setting exports lists. Ends with 1 where content is missing or a
      client would cut a file; then nothing is written.
    `,
    examples: [
      ['See what AGENTS.md would say', 'precept export checkout'],
      ['Write rules for two clients', 'precept export checkout --to agents,claude-rules --write'],
      ['Have a build fail when they are out of date', 'precept export --check'],
    ],
  });

  scope = Option.String({ name: 'scope_name', required: false });
  to = parsedOption(['--to'], {
    description: `What to write for, comma-separated, agents unless given: ${exportTargets.join(', ')}`,
    parse: parseTargets,
  });

  dir = Option.String('--dir', {
    description: 'Folder to write into, like services/orders; the project unless given',
  });
  categories = Option.Array('--categories', {
    description: 'Only these categories and what is below them, comma-separated, like backend.api,delivery',
  });

  budget = parsedOption(['--budget'], {
    description:
      'Tokens that a file which clients always read may have, like 2000; categories that do not fit are left out, and named',
    parse(text, flag) {
      if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
      throw new UsageError(`${flag} takes a number of tokens, not "${text}"`);
    },
  });

  check = Option.Boolean('--check', false, {
    description: 'Write nothing; end with 1 where a file is out of date',
  });
  write = Option.Boolean('--write', false, {
    description: 'Write the files, and remove those that are left over',
  });
  allowIncomplete = Option.Boolean('--allow-incomplete', false, {
    description: 'Write what there is where content is missing or failed, with a line that says so',
  });

  overwrite = Option.Boolean('--overwrite', false, {
    description: 'Write over what was edited by hand in a block of an export',
  });

  format = formatOption(factFormats);

  override async execute(): Promise<number> {
    if (this.check && this.write) throw new UsageError('--check and --write do not go together');
    const categories = this.asked();
    const service = await this.openService();
    try {
      const jobs = this.jobs(service);
      const { planExport } = await import('../../../service/tasks/export/export-content.ts');
      const plan = await planExport(service, {
        jobs,
        base: this.dir === undefined ? service.config.checkout : resolve(this.context.world.cwd, this.dir),
        categories,
        budget: this.budget ?? null,
        allowIncomplete: this.allowIncomplete,
        overwrites: this.overwrite,
      });
      return await this.finish(plan);
    } finally {
      await service.close();
    }
  }

  private asked(): ReadonlySet<string> | null {
    try {
      return parseCategories(this.categories?.join(','));
    } catch (error) {
      throw asUsage(error, (name) => (name === 'categories' ? '--categories' : undefined));
    }
  }

  /** What is named on the command line, or else everything that the settings list. */
  private jobs({ config }: Service): readonly ExportJob[] {
    const { exports, default_scope: byDefault } = config.settings;
    const { cwd } = this.context.world;
    const folder = this.dir === undefined ? config.checkout : resolve(cwd, this.dir);
    if (this.scope === undefined && this.to === undefined && exports.length > 0) {
      if (this.dir !== undefined)
        throw new UsageError('--dir goes with a scope; the setting exports names folders itself');
      const from = baseFolder(config, 'exports', cwd);
      return exports.map(({ scope, to, dir }) => ({
        scope,
        to,
        folder: dir === null ? config.checkout : resolve(from, dir),
      }));
    }
    const scope = this.scope ?? byDefault;
    if (scope === null)
      throw new UsageError('"precept export" needs a scope, or the settings exports or default_scope');
    return [{ scope, to: this.to ?? ['agents'], folder }];
  }

  private async finish(plan: ExportPlan): Promise<number> {
    const { printer } = this;
    for (const warning of plan.warnings) printer.note(`Warning: ${warning}`);
    for (const error of plan.errors) printer.error(error);
    const edits = plan.edits.map(({ path, exported, found }) => ({ path, before: exported, text: found }));
    this.context.stderr.write(forReport(await differences(edits)));
    if (plan.errors.length > 0) {
      printer.note('Nothing was written.');
      return 1;
    }
    if (this.write) await plan.write();
    if (this.format === 'json') this.context.stdout.write(`${JSON.stringify(asJson(plan), null, 2)}\n`);
    else if (this.check) this.context.stdout.write(forReport(await whatIsStale(plan)));
    else if (this.write) this.tellWritten(plan);
    else this.context.stdout.write(forTerminal(preview(plan)));
    this.tellLeftOut(plan);
    if (!this.check) for (const note of plan.notes) this.printer.note(note);
    const isStale = plan.stale.length > 0 || plan.files.some(({ status }) => status !== 'same');
    if (!this.check || !isStale) return 0;
    printer.error('files are out of date; "precept export" with --write brings them up to date');
    return 1;
  }

  private tellWritten({ files, stale }: ExportPlan): void {
    const words = { new: 'created  ', changed: 'changed  ', same: 'same     ' } as const;
    for (const { path, status } of files) this.printer.report(`${words[status]}${path}`);
    for (const { path, bytes } of stale)
      this.printer.report(`${bytes === 0 ? 'removed  ' : 'changed  '}${path}`);
  }

  private tellLeftOut({ leftOut }: ExportPlan): void {
    if (leftOut.length === 0) return;
    const names = leftOut.map(({ category, tokens }) => `${category} (${tokens} tokens)`);
    this.printer.note(`Left out: ${names.join(', ')}. Agents ask the server for them.`);
  }
}

function parseTargets(text: string, flag: string): readonly ExportTarget[] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  const unknown = names.find((name) => !isExportTarget(name));
  if (unknown === undefined) return names as ExportTarget[];
  const meant = didYouMean(unknown, exportTargets);
  const hint = meant === null ? '' : ` (did you mean "${meant}"?)`;
  throw new UsageError(`${flag} takes some of ${exportTargets.join(', ')}, not "${unknown}"${hint}`);
}

function asJson({ files, stale, leftOut, notCarried, warnings }: ExportPlan): object {
  return {
    files: files.map(({ path, bytes, status, text }) => ({ path, bytes, status, text })),
    left_out: leftOut,
    warnings,
    ...(stale.length > 0 && { stale: stale.map(({ path }) => path) }),
    ...(notCarried.length > 0 && { not_carried: notCarried }),
  };
}

/** The text of the one file, or of each behind a line with its name. */
function preview({ files }: ExportPlan): string {
  const texts = files.map(({ path, text, bytes }) => ({ path, text: text ?? `(${bytes} bytes)\n` }));
  if (texts.length === 1) return texts[0]?.text ?? '';
  return texts.map(({ path, text }) => `==> ${path} <==\n${text}`).join('\n');
}

/** What brings the files up to date. */
function whatIsStale({ files, stale }: ExportPlan): Promise<string> {
  return differences([...files, ...stale].filter(({ status }) => status !== 'same'));
}

async function differences(
  files: readonly { readonly path: string; readonly before: string; readonly text: string | null }[],
): Promise<string> {
  if (files.length === 0) return '';
  const { unifiedDiff } = await import('./parts/unified-diff.ts');
  return files.map(({ path, text, before }) => unifiedDiff(path, before, text ?? '')).join('');
}

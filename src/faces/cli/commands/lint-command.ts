import { join, resolve } from 'node:path';
import { Option, UsageError } from 'clipanion';
import type { Config } from '../../../config/config.ts';
import type { Progress } from '../../../lint/lint-options.ts';
import { findLintTarget, type LintTarget } from '../../../lint/lint-target.ts';
import { Fault } from '../../../model/fault.ts';
import { countProblems } from '../../../model/problems/count-problems.ts';
import type { Problem } from '../../../model/problems/problem.ts';
import { forTerminal, withoutCommands } from '../../../model/text/for-terminal.ts';
import { toReportPath } from '../../../runtime/files/report-path.ts';
import { openService } from '../../../service/open-service.ts';
import type { Service } from '../../../service/service.ts';
import { BaseCommand } from '../base-command.ts';
import { hasColours } from '../printer.ts';
import { formatOption } from '../words/choice-option.ts';
import { parsedOption } from '../words/parsed-option.ts';

const formats = ['text', 'json', 'github', 'sarif'] as const;
type LintFormat = (typeof formats)[number];

/** What was found, and whether all that was to be fixed is written. */
interface Judged {
  readonly problems: readonly Problem[];
  readonly isWritten: boolean;
}

/** `precept lint`: everything that is wrong with the rules, or could be better, in one run. */
export class LintCommand extends BaseCommand {
  static override paths = [['lint']];
  static override usage = BaseCommand.Usage({
    description: 'Check a rules folder, or one scope of it',
    details: `
      Reports every problem with its place, what is wrong and how to fix it. Ends with 1 when there are errors, or
      more warnings than --max-warnings allows. The codes are listed in docs/lint.md; the setting \`lint\` makes one
      severer, milder, or turns it off.
    `,
    examples: [
      ['Check the rules of this project', 'precept lint'],
      ['See what can be fixed without you', 'precept lint --fix --dry-run'],
      ['List the rules to look at again, by owner', 'precept lint --due'],
      [
        'Check one scope, for a pull request on GitHub',
        'precept lint .precept/rules/checkout --format github',
      ],
    ],
  });

  folder = Option.String({ name: 'path', required: false });
  format = formatOption(formats);
  maxWarnings = parsedOption(['--max-warnings'], {
    description: 'End with 1 for more warnings than this too, like 0; any number unless given',
    parse(text, flag) {
      if (/^\d{1,9}$/.test(text)) return Number(text);
      throw new UsageError(`${flag} takes a number, not "${text}"`);
    },
  });

  fix = Option.Boolean('--fix', false, {
    description: 'Fix what needs no decision, like a misspelt key, and show on stderr what changes',
  });
  dryRun = Option.Boolean('--dry-run', false, {
    description: 'With --fix: show what would change, and write nothing',
  });

  due = Option.Boolean('--due', false, {
    description: 'List the rules whose review_by is past, by owner, and nothing else',
  });

  override async execute(): Promise<number> {
    if (this.dryRun && !this.fix) throw new UsageError('--dry-run goes with --fix');
    if (this.due) this.checkDue();
    const { service } = await openService({ ...(await this.opening()), keepMistakes: !this.due });
    await checkCodes(service.config, this.given.typed.lint);
    const target = await this.target(service);
    if (target === null) {
      // Where the rules are is what is wrong.
      await service.close();
      return this.report({ problems: await this.mistakes(service), isWritten: true });
    }
    if (this.due) return this.listDue(service, target);
    return this.report(await this.lint(service, target));
  }

  private async report({ problems, isWritten }: Judged): Promise<number> {
    const format = this.format ?? 'text';
    const text = await this.written(problems, format);
    // The text for people is fit for terminals, and has colours.
    this.context.stdout.write(format === 'text' ? withoutCommands(text) : forTerminal(text));
    const { error, warning } = countProblems(problems);
    const isFine = isWritten && error === 0 && warning <= (this.maxWarnings ?? Number.POSITIVE_INFINITY);
    return isFine ? 0 : 1;
  }

  private checkDue(): void {
    if (this.fix) throw new UsageError('--due and --fix do not go together');
    if (this.format !== undefined && this.format !== 'text' && this.format !== 'json')
      throw new UsageError(`--due is written as text or json, not "${this.format}"`);
  }

  /** Lists what is due, which is nothing wrong. */
  private async listDue(service: Service, { rulesPath, scope }: LintTarget): Promise<number> {
    const { dueText, listDue } = await import('../../../lint/list-due.ts');
    const prefix = toReportPath(rulesPath, this.context.world.cwd);
    const named = (file: string) => (prefix === '' ? file : `${prefix}/${file}`);
    const owners = (await listDue(rulesPath, scope)).map(({ owner, rules }) => ({
      owner,
      rules: rules.map((rule) => ({ ...rule, file: named(rule.file) })),
    }));
    await service.close();
    const text = this.format === 'json' ? `${JSON.stringify({ owners }, null, 2)}\n` : dueText(owners);
    this.context.stdout.write(forTerminal(text));
    return 0;
  }

  /** Null where a mistake of the settings leaves open where the rules are. */
  private async target(service: Service): Promise<LintTarget | null> {
    const { rulesPath, mistakes } = service.config;
    if (this.folder !== undefined) {
      const target = await findLintTarget(resolve(this.context.world.cwd, this.folder), rulesPath);
      if (target !== null) return target;
      const scope = rulesPath === null ? null : await findLintTarget(join(rulesPath, this.folder), rulesPath);
      const cure =
        rulesPath === null || scope?.scope !== this.folder
          ? 'name a rules folder or the directory of a scope'
          : `the scope of this name is in ${toReportPath(join(rulesPath, this.folder), this.context.world.cwd)}`;
      throw new UsageError(`"${this.folder}" is no directory; ${cure}`);
    }
    if (rulesPath === null && mistakes.length > 0) return null;
    if (rulesPath === null) throw new Fault('not-found', `There is nothing to check: ${service.whyEmpty()}.`);
    return { rulesPath, scope: null };
  }

  /** The problems, named as people find their files, after what is to be fixed is; and whether all of it was written. */
  private async lint(service: Service, target: LintTarget): Promise<Judged> {
    const { rulesPath, scope } = target;
    const { cwd } = this.context.world;
    const { checkout } = service.config;
    const progress = this.progress();
    const { checkedSettings, lintContent } = await import('../../../service/tasks/lint-content.ts');
    const settings = scope === null ? await checkedSettings(service.config, cwd) : null;
    const mistakes = await this.mistakes(service);
    const judge = (unsaved: ReadonlyMap<string, string>) =>
      lintContent(service, target, {
        ...{ settings, unsaved, onProgress: progress.show },
        results: () => service.results(),
      }).finally(progress.clear);
    const { dryRun, printer } = this;
    const { problems, isWritten } = this.fix
      ? await (await import('./parts/run-fixes.ts')).runFixes({
          rulesPath,
          checkout,
          cwd,
          dryRun,
          printer,
          lint: judge,
        })
      : { problems: await judge(new Map()), isWritten: true };
    await service.close();
    const prefix = toReportPath(rulesPath, cwd);
    const named = (file: string) => (file === settings?.file || prefix === '' ? file : `${prefix}/${file}`);
    const placed = problems.map((problem) => ({
      ...problem,
      file: named(problem.file),
      ...(problem.related && {
        related: problem.related.map((place) => ({ ...place, file: named(place.file) })),
      }),
    }));
    const beside = this.folder === undefined ? await this.misplaced(service) : [];
    return { problems: [...mistakes, ...beside, ...placed], isWritten };
  }

  /** What is wrong with the values in settings files. */
  private async mistakes({ config }: Service): Promise<readonly Problem[]> {
    const { mistakesOf } = await import('../../../service/tasks/lint-content.ts');
    return mistakesOf(config, this.context.world.cwd);
  }

  /** Files that are never read beside the settings. */
  private async misplaced({ config }: Service): Promise<readonly Problem[]> {
    const { misplacedIn } = await import('../../../service/tasks/lint-content.ts');
    return misplacedIn(config, this.context.world.cwd);
  }

  private async written(problems: readonly Problem[], format: LintFormat): Promise<string> {
    switch (format) {
      case 'json':
        return (await import('./lint-formats/json-format.ts')).lintJson(problems);
      case 'github':
        return (await import('./lint-formats/github-format.ts')).lintGithub(problems);
      case 'sarif':
        return (await import('./lint-formats/sarif-format.ts')).lintSarif(problems);
      case 'text': {
        const { stdout } = this.context;
        const { lintText } = await import('./lint-formats/text-format.ts');
        return lintText(problems, { colour: hasColours(stdout, this.context.world.env) });
      }
    }
  }

  /** One line on a terminal's stderr that is written over, and wiped at the end. */
  private progress(): { show: Progress; clear: () => void } {
    const { stderr } = this.context.world;
    let last = 0;
    let shown = false;
    return {
      show(stage, done, total) {
        if (stderr.isTTY !== true || performance.now() - last < 100) return;
        last = performance.now();
        shown = true;
        stderr.write(`\r\u001b[Kprecept: ${stage} ${done} of ${total} scopes`);
      },
      clear: () => void (shown && stderr.write('\r\u001b[K')),
    };
  }
}

/** The settings file is judged by its own code; names of codes from elsewhere have no place to report them at. */
async function checkCodes({ settings, sources }: Config, flag: string | undefined): Promise<void> {
  if (sources.lint === 'file') return;
  const { problemCodes } = await import('../../../model/problems/problem-codes.ts');
  const unknown = Object.keys(settings.lint).find((code) => !Object.hasOwn(problemCodes, code));
  if (unknown !== undefined)
    throw new UsageError(
      `${flag ?? 'The setting lint'} names a code that does not exist, "${unknown}"; docs/lint.md lists them`,
    );
}

import { Option } from 'clipanion';
import type { ImportProgress } from '../../../guidance/stories/results/import-reports.ts';
import { Fault } from '../../../model/fault.ts';
import { forTerminal } from '../../../model/text/for-terminal.ts';
import { createAnswer } from '../../../service/answer.ts';
import { BaseCommand } from '../base-command.ts';
import { formatOption } from '../words/choice-option.ts';
import { printed, textFormats } from './operation-command.ts';
import { importData, importMarkdown } from './parts/tenka-import-view.ts';

/** Milliseconds between two words of progress. */
const progressEvery = 100;

/** `precept tenka import`: test results from JUnit XML reports. */
export class TenkaImportCommand extends BaseCommand {
  static override paths = [['tenka', 'import']];
  static override usage = BaseCommand.Usage({
    description: 'Import test results from JUnit XML reports',
    details: `
      Each \`test:\` check of the stories and rules in the rules folder, and of the rules of the default scope, is matched with the test cases by name, by
      "classname > name", or as a glob; it passes when all the cases it names passed. Each result is appended to the
      validation file, or kept in the store. Reports given together count as one run of the tests.
    `,
    examples: [
      ['Import one report', 'precept tenka import reports/junit.xml'],
      ['See what several would change', 'precept tenka import --dry-run "build/**/TEST-*.xml"'],
    ],
  });

  reports = Option.Rest({ name: 'report.xml', required: 1 });
  dryRun = Option.Boolean('--dry-run', false, {
    description: 'Say what would be imported, and write nothing',
  });
  verbose = Option.Boolean('--verbose', false, {
    description: 'Name every check that matched or was kept, and tests that no check names, too',
  });
  prune = Option.Boolean('--prune', false, {
    description: 'Delete the results of checks that no story and no rule has any more',
  });
  format = formatOption(textFormats);

  override async execute(): Promise<number> {
    const service = await this.openService();
    const { config, log, whyEmpty } = service;
    if (config.rulesPath === null) throw new Fault('not-found', `There are no stories: ${whyEmpty()}.`);
    const { testsOfServedRules } = await import('../../../service/tasks/scope-checks.ts');
    const { importReports } = await import('../../../guidance/stories/results/import-reports.ts');
    const progress = this.progress();
    const outcome = await importReports({
      rulesPath: config.rulesPath,
      served: await testsOfServedRules(service),
      results: await service.resultStore(),
      reports: this.reports,
      cwd: this.context.world.cwd,
      dryRun: this.dryRun,
      prune: this.prune && !this.dryRun,
      ...(progress !== null && { onProgress: progress.show }),
      now: () => new Date(),
    }).finally(() => progress?.clear());
    for (const warning of outcome.warnings) log.warn(warning);
    const { dryRun, verbose } = this;
    const answer = createAnswer(
      { data: importData(outcome, { dryRun, verbose }), presentation: null },
      { markdown: () => importMarkdown(outcome, { dryRun, verbose }) },
    );
    const format = this.format ?? 'markdown';
    const text = await printed(answer, format);
    if (format === 'markdown') this.printer.report(text, false);
    else this.printer.answer(text, true);
    await service.close();
    return 0;
  }

  /** One line on a terminal's stderr that is written over, and wiped at the end; null where stderr is not a terminal. */
  private progress(): { show: (progress: ImportProgress) => void; clear: () => void } | null {
    const { stderr } = this.context.world;
    if (stderr.isTTY !== true) return null;
    let last: number | null = null;
    return {
      show({ name, number, of, cases }) {
        const now = performance.now();
        if (last !== null && now - last < progressEvery) return;
        last = now;
        const read = `${number} of ${of}, ${cases} test cases: `;
        // A line that the terminal breaks could not be written over.
        const room = Math.max(10, ((stderr as { columns?: number }).columns || 80) - read.length - 1);
        const shown = forTerminal(name);
        stderr.write(`\r\u001b[K${read}${shown.length > room ? `…${shown.slice(1 - room)}` : shown}`);
      },
      clear: () => void (last !== null && stderr.write('\r\u001b[K')),
    };
  }
}

import { Option } from 'clipanion';
import { guardedFolder } from '../../config/guarded-folder.ts';
import { Fault } from '../../model/fault.ts';
import { forTerminal } from '../../model/for-terminal.ts';
import { createAnswer } from '../../service/answer.ts';
import { BaseCommand } from './base-command.ts';
import { choiceOption } from './choice-option.ts';
import { printed, textFormats } from './operation-command.ts';
import { importData, importMarkdown } from './tenka-import-view.ts';

/** `precept tenka import`: test results from JUnit XML reports. */
export class TenkaImportCommand extends BaseCommand {
  static override paths = [['tenka', 'import']];
  static override usage = BaseCommand.Usage({
    description: 'Import test results from JUnit XML reports',
    details: `
      Each \`test:\` check of the stories in the rules folder is matched with the test cases by name, by
      "classname > name", or as a glob; it passes when all the cases it names passed. Each result is appended to the
      validation file. Reports given together count as one run of the tests.
    `,
    examples: [
      ['Import one report', 'precept tenka import reports/junit.xml'],
      ['See what several would change', 'precept tenka import --dry-run "build/**/TEST-*.xml"'],
    ],
  });

  reports = Option.Rest({ name: 'report.xml', required: 1 });
  dryRun = Option.Boolean('--dry-run', false, { description: 'Say what would be imported, write nothing' });
  verbose = Option.Boolean('--verbose', false, { description: 'Also name what has not changed or matched' });
  prune = Option.Boolean('--prune', false, {
    description: 'Take the results of checks that no story has any more out of the file',
  });
  format = choiceOption('--format', textFormats);

  override async execute(): Promise<number> {
    const { config, log, whyEmpty } = await this.openService();
    if (config.rulesPath === null) throw new Fault('not-found', `There are no stories: ${whyEmpty()}.`);
    const [{ findReports }, { importReports }] = await Promise.all([
      import('../../guidance/stories/results/report-files.ts'),
      import('../../guidance/stories/results/import-reports.ts'),
    ]);
    const isTerminal = this.context.world.stderr.isTTY === true;
    const outcome = await importReports({
      rulesPath: config.rulesPath,
      validationFile: config.settings.validation_file,
      within: guardedFolder(config, config.settings.validation_file),
      reports: await findReports(this.reports, this.context.world.cwd),
      dryRun: this.dryRun,
      prune: this.prune && !this.dryRun,
      ...(isTerminal && {
        onReport: (name, number, of) =>
          this.context.stderr.write(`\r\u001b[K${number} of ${of}: ${forTerminal(name)}`),
      }),
      now: () => new Date(),
    });
    if (isTerminal) this.context.stderr.write('\r\u001b[K');
    for (const warning of outcome.warnings) log.warn(warning);
    const { dryRun, verbose } = this;
    const answer = createAnswer(
      { data: importData(outcome, { dryRun, verbose }), presentation: null },
      { markdown: () => importMarkdown(outcome, { dryRun, verbose }) },
    );
    const format = this.format ?? 'markdown';
    this.printer.answer(await printed(answer, format), format !== 'markdown');
    return 0;
  }
}

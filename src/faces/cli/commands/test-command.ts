import { Option } from 'clipanion';
import { forReport, forTerminal } from '../../../model/text/for-terminal.ts';
import { toReportPath } from '../../../runtime/files/report-path.ts';
import type { TestRun } from '../../../service/tasks/tests/guidance-tests.ts';
import { BaseCommand } from '../base-command.ts';
import { formatOption } from '../words/choice-option.ts';

const formats = ['text', 'json', 'junit', 'github'] as const;

/** `precept test`: whether agents find, and are told, what tests.yml says they should. */
export class TestCommand extends BaseCommand {
  static override paths = [['test']];
  static override usage = BaseCommand.Usage({
    description: 'Run the tests of guidance (tests.yml), of all scopes or of some',
    details: `
      Asks find_guidance and get_rules as an agent would, and compares the answers with what tests.yml of each scope
      expects. Tests that are inherited run in the scopes below too. Ends with 1 where something differs or a tests.yml
      cannot be read.
    `,
    examples: [
      ['Test all scopes', 'precept test'],
      ['Test one scope, for a build server', 'precept test checkout --format junit'],
    ],
  });

  scopes = Option.Rest({ name: 'scope' });
  format = formatOption(formats);

  override async execute(): Promise<number> {
    const service = await this.openService();
    const { runGuidanceTests } = await import('../../../service/tasks/tests/guidance-tests.ts');
    const run = await runGuidanceTests(service, this.scopes).finally(() => service.close());
    const prefix = toReportPath(service.config.rulesPath ?? '', this.context.world.cwd);
    const report = named(run, prefix === '' ? '' : `${prefix}/`);
    const { isGreen, testGithub, testJson, testJunit, testText } = await import('./parts/test-formats.ts');
    const { format = 'text' } = this;
    const write = { text: testText, json: testJson, junit: testJunit, github: testGithub }[format];
    const harmless = format === 'text' ? forReport : forTerminal;
    this.context.stdout.write(harmless(write(report)));
    return isGreen(report) ? 0 : 1;
  }
}

/** The run with its files named as seen from the working folder. */
function named({ results, problems }: TestRun, prefix: string): TestRun {
  const inFolder = <Part extends { readonly file: string }>(part: Part): Part => ({
    ...part,
    file: `${prefix}${part.file}`,
  });
  return {
    results: results.map((result) => ({
      ...inFolder(result),
      differences: result.differences.map(inFolder),
    })),
    problems: problems.map(inFolder),
  };
}

import { Option, UsageError } from 'clipanion';
import type { Finding, Level } from '../../../doctor/finding.ts';
import { forTerminal } from '../../../model/text/for-terminal.ts';
import { findProject } from '../../../runtime/files/find-project.ts';
import { BaseCommand } from '../base-command.ts';
import { hasColours } from '../printer.ts';
import { factFormats, formatOption } from '../words/choice-option.ts';

/** Findings of one kind of which all are shown, and how many of more. */
const mostAlike = 5;
const fewAlike = 3;

const colours: Readonly<Record<Level, string>> = { ok: '32', warn: '33', fail: '31' };

/** `precept doctor`: whether this installation works, line by line, with the cure for what does not. */
export class DoctorCommand extends BaseCommand {
  static override paths = [['doctor']];
  static override usage = BaseCommand.Usage({
    description: 'Look over this installation, and say what to fix',
    details: `
      Settings and where they come from, plugins, rules, files that are written, the store, masters, login, listener, the clients of this project and
      person, versions. With a <url> that server is looked at from outside: its certificates, what it says of logins, its issuer,
      the token of this machine, its clock. Settings are named, and their values never shown. Ends with 1 when a line says fail.
    `,
    examples: [
      ['See why an agent gets no rules', 'precept doctor'],
      ['Look at a server from outside', 'precept doctor https://guidance.example'],
    ],
  });

  url = Option.String({ name: 'url', required: false });
  format = formatOption(factFormats);

  override async execute(): Promise<number> {
    const { env, cwd, home } = this.context.world;
    const { node, platform } = this.context.programs.machine;
    const { examine, examineServer, countFindings } = await import('../../../doctor/examine.ts');
    const project = await findProject(cwd, home);
    const input = { ...this.given, env, cwd, home, project, node, platform };
    if (this.url !== undefined && !isAddress(this.url))
      throw new UsageError(
        '<url> is the address of a server or of published files, like https://guidance.example or file:///mnt/rules/precept.json',
      );
    const findings = await (this.url === undefined ? examine(input) : examineServer(input, this.url));
    const failed = findings.some(({ level }) => level === 'fail');
    if (this.format === 'json') this.printer.json({ ok: !failed, findings });
    else {
      const lines = [...kindsOf(findings)].flatMap((alike) => this.lines(alike));
      this.printer.coloured([...lines, countFindings(findings)].join('\n'));
    }
    return failed ? 1 : 0;
  }

  /** Findings of one kind: many of them as a few and how many more. */
  private lines(alike: readonly Finding[]): string[] {
    const shown = alike.length > mostAlike ? alike.slice(0, fewAlike) : alike;
    const lines = shown.map((finding) => this.line(finding));
    const more = (alike.length - shown.length).toLocaleString('en');
    return shown === alike ? lines : [...lines, `      And ${more} more like these; --format json has all.`];
  }

  private line({ level, area, message, cure }: Finding): string {
    const isColourful = hasColours(this.context.world.stdout, this.context.world.env);
    const label = level.padEnd(4);
    const shown = isColourful ? `\u001b[${colours[level]}m${label}\u001b[0m` : label;
    const line = `${shown}  ${area}: ${oneLine(message)}`;
    return cure === null ? line : `${line}\n      ${oneLine(cure)}`;
  }
}

/** The findings in their order, those that follow each other and have the same cure together. */
function* kindsOf(findings: readonly Finding[]): Generator<readonly Finding[]> {
  let alike: Finding[] = [];
  for (const finding of findings) {
    const [first] = alike;
    const isSame = first?.level === finding.level && first.cure === finding.cure && finding.cure !== null;
    if (!isSame && first !== undefined) {
      yield alike;
      alike = [];
    }
    alike.push(finding);
  }
  if (alike.length > 0) yield alike;
}

/** Whether this can be looked at from outside: a server, or published files on this machine. */
function isAddress(url: string): boolean {
  return /^https?:\/\/[^/]/i.test(url) || /^file:\/\/.*\/precept\.json$/.test(url);
}

/** Messages quote files and servers, which must not act on a terminal. */
function oneLine(text: string): string {
  return forTerminal(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '));
}

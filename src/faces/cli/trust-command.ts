import { Option, UsageError } from 'clipanion';
import { trustWord } from '../../config/judge-file.ts';
import { settings } from '../../config/settings.ts';
import { judge } from '../../trust/judge.ts';
import type { TrustSubject } from '../../trust/trust.ts';
import { BaseCommand } from './base-command.ts';

/** `precept trust`: the user's word for the settings file that came with a checkout. */
export class TrustCommand extends BaseCommand {
  static override paths = [['trust']];
  static override usage = BaseCommand.Usage({
    description: 'Allow what the settings of this checkout ask for',
    details: `
      Settings that came with a checkout (.precept/settings.yml) cannot load plugins, reach outside of the project, send logins elsewhere
      or let others in until you allow it. Running this is your consent: look at what it prints. It holds for the file and its plugins as
      they are; a change asks again. PRECEPT_TRUST=1 trusts without a record, 0 distrusts in spite of one.
    `,
    examples: [
      ['Allow it', 'precept trust'],
      ['Only look; exit code 1 where it is not trusted', 'precept trust --show'],
      ['Take it back', 'precept trust --revoke'],
    ],
  });

  show = Option.Boolean('--show', false, { description: 'Say what would be allowed, and whether it is' });
  revoke = Option.Boolean('--revoke', false, { description: 'Allow it no more' });

  override async execute(): Promise<number> {
    if (this.show && this.revoke) throw new UsageError('--show and --revoke do not go together');
    const { home } = this.context.world;
    const service = await this.openService(() => {});
    const { file, trust: state } = service.config;
    await service.close();
    if (file === null) {
      this.printer.error('no settings file is here; "precept init" writes one');
      return 1;
    }
    const { readSubject, revoke, trust } = await import('../../trust/trust.ts');
    if (this.revoke) {
      const was = await revoke(home, file);
      this.printer.answer(was ? `No longer trusted: ${file}` : `It was not trusted: ${file}`, true);
      return 0;
    }
    const subject = await readSubject(file, home);
    const isOwn = state.state === 'own' && state.gated.length === 0;
    if (isOwn || (subject.gated.length === 0 && subject.masters.length === 0)) {
      const why = isOwn ? 'it did not come with this folder' : 'it asks for nothing that needs consent';
      this.printer.answer(`${file}\nNothing to allow: ${why}.`, true);
      return 0;
    }
    this.printer.answer(describe(subject), true);
    if (this.show) {
      const code = this.tellState(home, subject);
      // Without consent it lacks nothing but logins that are yet to be made.
      return subject.gated.length === 0 ? 0 : code;
    }
    await trust(home, subject);
    this.printer.answer('\nTrusted as it is now; a change to any of these asks again.', true);
    if (trustWord(this.context.world.env) === false)
      this.printer.note('PRECEPT_TRUST distrusts it all the same, as long as it is set.');
    return 0;
  }

  private tellState(home: string, { file, text }: TrustSubject): number {
    const changed = judge(home, file, text);
    if (changed === null) {
      this.printer.answer('\nTrusted.', true);
      return 0;
    }
    const why = changed === undefined ? '' : `: changed since then: ${changed.map(visible).join(', ')}`;
    this.printer.answer(`\nNot trusted${why}. "precept trust" allows it.`, true);
    return 1;
  }
}

/** The file, what it asks for, and what its plugins are made of. */
function describe({ file, hash, gated, masters, bound }: TrustSubject): string {
  const keys = gated.map(({ name, value }) => {
    const isSecret = 'secret' in settings[name];
    return `  ${name}: ${isSecret ? '***' : visible(JSON.stringify(value))}`;
  });
  const files = Object.entries(bound.files).map(([path, hash]) => `  ${hash}  ${visible(path)}`);
  return [
    visible(file),
    `  ${hash}  (SHA-256)`,
    ...(keys.length === 0 ? [] : ['It asks for:', ...keys]),
    ...(masters.length === 0
      ? []
      : ['"precept login" would be for its masters:', ...masters.map((url) => `  ${visible(url)}`)]),
    ...(files.length === 0 ? [] : ['Its plugins are made of:', ...files]),
    ...(bound.loose.length === 0 ? [] : ['Not followed:', ...bound.loose.map((one) => `  ${visible(one)}`)]),
  ].join('\n');
}

/** Text of a checkout for a terminal: what it would act on, or not show, is written out. */
function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
}

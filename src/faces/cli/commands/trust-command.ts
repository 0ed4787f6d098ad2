import { Option, UsageError } from 'clipanion';
import type { GatedKey } from '../../../config/gate.ts';
import type { Consent } from '../../../config/load/consent.ts';
import { trustWord } from '../../../config/load/judge-file.ts';
import { outdated } from '../../../config/load/trust-warning.ts';
import { settings } from '../../../config/settings.ts';
import { withoutSourceSecrets } from '../../../config/shown-settings.ts';
import { reasonOf } from '../../../runtime/reason-of.ts';
import type { RunByChecks } from '../../../trust/bind/checks-consent.ts';
import { judge } from '../../../trust/judge.ts';
import type { TrustSubject } from '../../../trust/trust.ts';
import { BaseCommand } from '../base-command.ts';
import { factFormats, formatOption } from '../words/choice-option.ts';
import { FactCommand } from './fact-command.ts';

/** `precept trust`: the user's word for the settings file that came with a checkout. */
export class TrustCommand extends FactCommand {
  static override paths = [['trust']];
  static override usage = BaseCommand.Usage({
    description: 'Allow what the settings of this checkout ask for',
    details: `
      Settings that came with a checkout (.precept/settings.yml) cannot load plugins, reach outside of the project, send logins elsewhere
      or let others in until you allow it, and no linter or command that checks of rules name runs. Running this is your consent: look at what
      it prints. It holds for these values, and the plugins and files that they name, as they are; a change asks again. PRECEPT_TRUST=1 trusts without a record, 0 distrusts in spite of one.
    `,
    examples: [
      ['Allow it', 'precept trust'],
      ['Only look; exit code 1 where it is not trusted', 'precept trust --show'],
      ['Take it back', 'precept trust --revoke'],
    ],
  });

  show = Option.Boolean('--show', false, {
    description: 'Say what would be allowed, and whether it is; change nothing',
  });
  revoke = Option.Boolean('--revoke', false, { description: 'Take the consent back' });
  format = formatOption(factFormats);

  override async execute(): Promise<number> {
    if (this.show && this.revoke) throw new UsageError('--show and --revoke do not go together');
    const { home } = this.context.world;
    const service = await this.openService(() => {});
    const { config } = service;
    const { runByChecks } = await import('../../../service/tasks/run-by-checks.ts');
    const checks = await runByChecks(service).finally(() => service.close());
    const { file, trust: state, checkout } = config;
    const { consentPath, hashOfChecks } = await import('../../../trust/bind/checks-consent.ts');
    const runs = checks.commands.length + checks.tools.length > 0;
    if (file === null && !runs && !this.revoke) {
      this.printer.error('no settings file is here; "precept init" writes one');
      return 1;
    }
    const isOwn = state.state === 'own' && state.gated.length === 0;
    // The user's own settings say nothing of the tools of a checkout.
    const path = file === null || (isOwn && runs) ? consentPath(config) : file;
    const { readFolderSubject, readSubject, revoke, trust } = await import('../../../trust/trust.ts');
    if (this.revoke) {
      const was = await this.kept(revoke(home, path));
      if (was === null) return 1;
      if (file === null && !was && !runs) {
        this.printer.error('no settings file is here; "precept init" writes one');
        return 1;
      }
      this.tell(was ? `No longer trusted: ${path}` : `It was not trusted: ${path}`, {
        file: path,
        state: 'not_trusted',
        was_trusted: was,
      });
      return 0;
    }
    const settled =
      path === checkout
        ? await readFolderSubject(path)
        : await readSubject(path, home, path === file ? state : undefined);
    const subject: Subject = { ...settled, checks };
    if (!runs && (isOwn || (subject.gated.length === 0 && subject.masters.length === 0))) {
      const why = isOwn ? 'it did not come with this folder' : 'it asks for nothing that needs consent';
      this.tell(`${path}\nNothing to allow: ${why}.`, { ...asJson(subject), state: 'not_needed' });
      return 0;
    }
    if (this.format !== 'json') this.printer.report(describe(subject));
    if (this.show) {
      const { areTrusted, wereChecksAllowed } = await import('../../../trust/bind/checks-consent.ts');
      const code = this.tellState(home, subject, {
        areSame: areTrusted(home, subject.file, checks, checkout),
        wereAllowed: wereChecksAllowed(home, subject.file),
      });
      // Without consent it lacks nothing but logins that are yet to be made.
      return subject.gated.length === 0 && !runs ? 0 : code;
    }
    if ((await this.kept(trust(home, subject, hashOfChecks(checks, checkout)))) === null) return 1;
    this.tell(
      '\nTrusted as it is now; a change of what it asks for, or of a file that it names, asks again.',
      {
        ...asJson(subject),
        state: 'trusted',
      },
    );
    if (trustWord(this.context.world.env) === false)
      this.printer.note('PRECEPT_TRUST distrusts it all the same, as long as it is set.');
    return 0;
  }

  /** What was written of the consents of a user; null where it could not be, with the reason told. */
  private async kept<Result>(writing: Promise<Result>): Promise<Result | null> {
    try {
      return await writing;
    } catch (error) {
      const other = 'the variable PRECEPT_TRUST=1 trusts without a file';
      this.printer.error(
        `the consent cannot be written: ${reasonOf(error)}. Make the folder writable; ${other}.`,
      );
      return null;
    }
  }

  private tellState(
    home: string,
    subject: Subject,
    { areSame, wereAllowed }: { readonly areSame: boolean; readonly wereAllowed: boolean },
  ): number {
    const judged = judge(home, subject.file, subject.values);
    const isOfChecks = judged.state === 'given' && !areSame;
    const consent: Consent = !isOfChecks
      ? judged
      : wereAllowed
        ? { state: 'changed', files: [subject.file], keys: ['checks'] }
        : { state: 'never' };
    if (consent.state === 'given') {
      this.tell('\nTrusted.', { ...asJson(subject), state: 'trusted' });
      return 0;
    }
    const reason = isOfChecks && !wereAllowed ? ': what its checks run was never allowed here' : why(consent);
    this.tell(`\nNot trusted${reason}. "precept trust" allows it.`, {
      ...asJson(subject),
      ...(consent.state === 'changed'
        ? { state: 'changed', changed: consent.files, changed_keys: consent.keys }
        : { state: 'not_trusted' }),
    });
    return 1;
  }
}

function why(consent: Consent): string {
  if (consent.state === 'outdated') return `: it ${outdated}`;
  if (consent.state !== 'changed') return ': never trusted here';
  const keys = consent.keys.length === 0 ? '' : ` (in ${consent.keys.join(', ')})`;
  return `: changed since you allowed it: ${consent.files.map(visible).join(', ')}${keys}`;
}

/** What there is to allow, with what the checks of the rules run. */
interface Subject extends TrustSubject {
  readonly checks: RunByChecks;
}

/** What `describe` shows, for programs. */
function asJson({ file, hash, gated, masters, bound, named, checks }: Subject): object {
  const { commands, tools } = checks;
  return {
    file,
    sha256: hash,
    asks_for: Object.fromEntries(gated.map((key) => [key.name, shownValue(key)])),
    ...(commands.length + tools.length > 0 && { checks: { commands, tools } }),
    masters,
    plugin_files: bound.files,
    other_files: named.files,
    not_followed: bound.loose,
  };
}

const mask = '***';

/** The value of a key without its secrets. Of other keys than addresses all is shown: a mask could hide what is to be looked at. */
function shownValue({ name, value }: GatedKey): unknown {
  if ('secret' in settings[name]) return mask;
  return name === 'sources' ? withoutSourceSecrets(value) : value;
}

/** The file, what it asks for, and what its plugins are made of. */
function describe({ file, hash, gated, masters, bound, named, checks }: Subject): string {
  const keys = gated.map((key) => {
    const value = shownValue(key);
    return `  ${key.name}: ${value === mask ? mask : visible(JSON.stringify(value))}`;
  });
  const list = (files: Readonly<Record<string, string>>) =>
    Object.entries(files).map(([path, hash]) => `  ${hash}  ${visible(path)}`);
  const runs = [
    ...checks.commands.map((command) => `  command: ${visible(command)}`),
    ...checks.tools.map((tool) => `  linter: ${tool}, with its configuration`),
  ];
  const files = list(bound.files);
  const others = list(named.files);
  return [
    visible(file),
    ...(hash === null ? [] : [`  ${hash}  (SHA-256)`]),
    ...(keys.length === 0 ? [] : ['It asks for:', ...keys]),
    ...(runs.length === 0 ? [] : ['Checks of its rules run:', ...runs]),
    ...(masters.length === 0
      ? []
      : ['"precept login" would be for its masters:', ...masters.map((url) => `  ${visible(url)}`)]),
    ...(files.length === 0 ? [] : ['Its plugins are made of:', ...files]),
    ...(others.length === 0 ? [] : ['It names these files:', ...others]),
    ...(bound.loose.length === 0 ? [] : ['Not followed:', ...bound.loose.map((one) => `  ${visible(one)}`)]),
  ].join('\n');
}

/** Text of a checkout for a terminal: what it would act on, or not show, is written out. */
function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
}

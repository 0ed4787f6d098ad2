import { type CommandClass, Option } from 'clipanion';
import type { Issuer } from '../../../auth/issuer.ts';
import type { LoginOptions } from '../../../auth/log-in/log-in.ts';
import type { StoredLogin, TokenStore } from '../../../auth/tokens/token-store.ts';
import type { Config } from '../../../config/config.ts';
import type { Service } from '../../../service/service.ts';
import { BaseCommand } from '../base-command.ts';
import type { CliContext } from '../program.ts';
import { factFormats, formatOption } from '../words/choice-option.ts';
import { clientFacts, loginFacts, mastersOf, whoOf } from './parts/login-facts.ts';

/** One login of the settings, and the tokens on this machine. */
interface Desk extends Pick<LoginOptions, 'settings'> {
  readonly issuer: Issuer;
  readonly store: TokenStore;
  readonly service: Pick<Service, 'config' | 'log'>;
  /** There are others besides. */
  readonly isOneOfMany: boolean;
}

/** What the commands of a login have in common. The code of logins is loaded by them alone. */
abstract class AccountCommand extends BaseCommand {
  url = Option.String({ name: 'url', required: false });
  format = formatOption(factFormats);

  /** What there is to say of each login, for programs. */
  private readonly facts: object[] = [];

  override async execute(): Promise<number> {
    const { AuthError } = await import('../../../auth/auth-error.ts');
    const stop = new AbortController();
    void this.context.world.interrupted().then(() => stop.abort(new AuthError('cancelled')));
    try {
      const codes: number[] = [];
      // One after the other: each may want the person's attention, and the browser's port.
      for (const desk of await this.open(stop.signal)) codes.push(await this.act(desk, stop));
      this.printFacts();
      return Math.max(0, ...codes);
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      // What was done before holds all the same.
      if (this.facts.length > 0) this.printFacts();
      this.printer.error(error.message);
      return 1;
    }
  }

  /** Says it at once to people; programs get all logins in one document at the end. */
  protected tell(text: string, facts: object): void {
    this.facts.push(facts);
    if (this.format !== 'json') this.printer.report(text);
  }

  /** What is to be said to programs alone, because people hear it as an error. */
  protected tellPrograms(facts: object): void {
    this.facts.push(facts);
  }

  private printFacts(): void {
    if (this.format === 'json') this.printer.json({ logins: this.facts });
  }

  /** Does what the command is for; faults are AuthErrors. */
  protected abstract act(desk: Desk, stop: AbortController): Promise<number>;

  /** The logins of the settings, or that of the one master that is named; none where no person has to log in. */
  private async open(signal: AbortSignal): Promise<Desk[]> {
    const [{ createIssuer }, { createTokenStore, credentialsPath }, { findLogins }, service] =
      await Promise.all([
        import('../../../auth/issuer.ts'),
        import('../../../auth/tokens/token-store.ts'),
        import('../../../auth/log-in/find-logins.ts'),
        this.openService(),
      ]);
    const { env, home } = this.context.world;
    const { listenerSettings } = await import('../../../trust/listener-settings.ts');
    const settings = listenerSettings(service.config, this.url, { env, home });
    if (settings.oidc_issuer_url === null) await refuseUntrusted(service.config);
    const { logins, notes } = await findLogins(settings, env, this.url);
    for (const note of notes) this.printer.note(note);
    const store = createTokenStore(credentialsPath(home), service.log);
    return logins.flatMap((settings) => {
      const issuer = createIssuer(settings, signal);
      return issuer === null ? [] : [{ issuer, settings, store, service, isOneOfMany: logins.length > 1 }];
    });
  }
}

/** Says what an issuer of a checkout waits for, which would else count as missing. Throws AuthError. */
async function refuseUntrusted({ file, trust }: Config): Promise<void> {
  if (trust.state !== 'untrusted' || !trust.gated.some(({ name }) => name === 'oidc_issuer_url')) return;
  const { AuthError } = await import('../../../auth/auth-error.ts');
  throw new AuthError(`oidc_issuer_url of ${file} has no effect until you have run "precept trust"`);
}

class LoginCommand extends AccountCommand {
  static override paths = [['login']];
  static override usage = BaseCommand.Usage({
    description: 'Log in, so that masters answer',
    details: `
      Opens the browser at the issuer of oidc_issuer_url, or prints the address to open; once for each audience of the setting masters,
      or for the master that is named. Named as an address, the server that listens on this machine gets a login too, for
      "precept fleet" and "precept reload".
    `,
    examples: [
      ['Log in with the browser of this machine', 'precept login'],
      ['Log in for one master', 'precept login https://rules.example'],
      ['Log in with a browser elsewhere', 'precept login --device'],
    ],
  });

  device = Option.Boolean('--device', false, {
    description: 'Show a code to enter on another device, where this one has no browser',
  });

  protected override async act(
    { issuer, store, settings, service, isOneOfMany }: Desk,
    stop: AbortController,
  ): Promise<number> {
    const { refusedMasters } = await import('../../../trust/refused-masters.ts');
    // Whoever names a master here means it.
    const refused = this.url === undefined ? refusedMasters(service.config, this.context.world) : [];
    const allowed = settings.master_server_url.filter((url) => !refused.includes(url));
    const [{ AuthError }, { logInByBrowser, loginTimeout }, { logInByDevice }] = await Promise.all([
      import('../../../auth/auth-error.ts'),
      import('../../../auth/log-in/log-in.ts'),
      import('../../../auth/log-in/log-in-by-device.ts'),
    ]);
    const minutes = loginTimeout / 60_000;
    const timer = setTimeout(
      () => stop.abort(new AuthError(`nobody logged in within ${minutes} minutes; run the command again`)),
      loginTimeout,
    );
    const wanted = { ...settings, master_server_url: allowed };
    const options = { issuer, store, settings: wanted, signal: stop.signal, now: Date.now };
    try {
      const login = this.device
        ? await logInByDevice(options, ({ url, code, direct, seconds }) => {
            this.printer.note(`Open ${url} on any device and enter the code ${code}`);
            if (direct !== null) this.printer.note(`Or open ${direct}`);
            const time = Math.min(seconds, loginTimeout / 1000);
            this.printer.note(
              `The code is good for ${time < 120 ? `${time} s` : `${Math.floor(time / 60)} minutes`}.`,
            );
          })
        : await logInByBrowser(options, (url) => this.show(url));
      const purpose = isOneOfMany && issuer.audience !== null ? ` for ${issuer.audience}` : '';
      this.tell(
        `Logged in at ${issuer.url}${whoOf(login)}${purpose}.\n${mastersOf(login)}`,
        loginFacts(issuer, login),
      );
      const { unsafeOf } = await import('../../../auth/log-in/login-origins.ts');
      for (const url of refused)
        this.printer.note(
          `${url} gets no login: only the settings of this folder name it, and you have not allowed them; look at them, run "precept trust", then "precept login" again, or "precept login ${url}".`,
        );
      for (const url of unsafeOf(allowed))
        this.printer.note(`${url} gets no login: it is plain http, where others can read it. Use https.`);
      if (login.refresh_token === null)
        this.printer.note('The issuer gave no refresh token: this login ends with its access token.');
      return 0;
    } finally {
      clearTimeout(timer);
    }
  }

  private async show(url: string): Promise<void> {
    const { openBrowser } = await import('./parts/open-browser.ts');
    const opened = await openBrowser(url, this.context.world.env);
    this.printer.note(
      opened ? 'The browser opens. If it does not, go to:' : 'No browser could be opened here. Go to:',
    );
    this.printer.note(url);
  }
}

class LogoutCommand extends AccountCommand {
  static override paths = [['logout']];
  static override usage = BaseCommand.Usage({
    description: 'Forget the login, and have the issuer revoke it',
    examples: [['Log out', 'precept logout']],
  });

  protected override async act({ issuer, store, service }: Desk): Promise<number> {
    const { logOut } = await import('../../../auth/log-in/logout.ts');
    const { login, unrevoked } = await logOut(issuer, store);
    if (login !== null) await this.forgetCopies(login, service);
    const said = login === null ? `You were not logged in at ${issuer.url}.` : `Logged out of ${issuer.url}.`;
    const revoked = login === null ? null : unrevoked === null;
    this.tell(said, { ...clientFacts(issuer, null), logged_out: login !== null, revoked });
    if (unrevoked !== null)
      this.printer.note(`The tokens are gone here, but were not revoked there: ${unrevoked}`);
    return 0;
  }

  /** What masters said to this login alone. */
  private async forgetCopies(login: StoredLogin, { config, log }: Desk['service']): Promise<void> {
    const [{ subjectOf }, { forgetCopies }] = await Promise.all([
      import('../../../auth/tokens/login-subject.ts'),
      import('../../../service/tasks/forget-copies.ts'),
    ]);
    const subject = subjectOf(login);
    if (subject !== null) await forgetCopies(config, log, this.context.world, subject);
  }
}

class WhoamiCommand extends AccountCommand {
  static override paths = [['whoami']];
  static override usage = BaseCommand.Usage({
    description: 'Who is logged in, and for how long; exit code 1 where nobody is',
    examples: [['See the login', 'precept whoami']],
  });

  protected override async act({ issuer, store, isOneOfMany }: Desk): Promise<number> {
    const login = await store.read(issuer);
    const purpose = isOneOfMany && issuer.audience !== null ? ` for ${issuer.audience}` : '';
    const again = `run "${['precept login', ...(this.url === undefined ? [] : [this.url])].join(' ')}"`;
    if (login === null) {
      this.tellPrograms(clientFacts(issuer, null));
      this.printer.error(
        `nobody is logged in at ${issuer.url} as client ${issuer.clientId}${purpose}; ${again}`,
      );
      return 1;
    }
    const { scope, expires_at, refresh_token } = login;
    const seconds = expires_at === null ? null : Math.round(expires_at - Date.now() / 1000);
    const over = seconds !== null && seconds <= 0;
    const lines = [
      `Logged in at ${issuer.url}${whoOf(login)}`,
      `- client: ${issuer.clientId}`,
      ...(issuer.audience === null ? [] : [`- audience: ${issuer.audience}`]),
      ...(!scope ? [] : [`- scopes: ${scope}`]),
      `- ${mastersOf(login)}`,
      `- token: ${over ? 'expired' : seconds === null ? 'no known end' : `good for ${seconds} s`}, ${
        refresh_token === null ? 'not renewed' : 'renewed by itself'
      }`,
    ];
    this.tell(lines.join('\n'), { ...loginFacts(issuer, login), expired: over });
    const { whoElseReads } = await import('../../../auth/tokens/exposure.ts');
    const exposed = await whoElseReads(store.path, this.context.programs.machine.platform);
    if (exposed !== null) this.printer.note(`Warning: ${exposed.message}. ${exposed.cure}`);
    if (!over || refresh_token !== null) return 0;
    this.printer.error(`the login has ended; ${again}`);
    return 1;
  }
}

/** The commands of logins to masters. */
export const loginCommands: readonly CommandClass<CliContext>[] = [
  LoginCommand,
  LogoutCommand,
  WhoamiCommand,
];

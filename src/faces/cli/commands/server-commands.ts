import { Command, Option, UsageError } from 'clipanion';
import { BaseCommand } from '../base-command.ts';
import type { GivenFlags } from '../program.ts';
import { watchFlag } from '../server-flags.ts';

/** `precept`: MCP over stdio, the command that agent hosts start. */
export class StdioCommand extends BaseCommand {
  static override paths = [Command.Default];
  static override usage = BaseCommand.Usage({
    description: 'Serve MCP over stdio (what an agent host starts)',
    examples: [
      ['Serve the rules of this project', 'precept'],
      ['Serve the HTTP listener in the same process too', 'precept --http 127.0.0.1:8000'],
      ['Serve changed rules at once', 'precept --watch'],
    ],
  });

  http = Option.String('--http', {
    tolerateBoolean: true,
    description:
      'Listen on HTTP too, at [host:]port like 127.0.0.1:8000; where the settings say unless given',
  });
  watch = Option.Boolean(watchFlag.flag, false, { description: watchFlag.about });
  record = Option.String('--record', {
    hidden: true,
    description: 'File that every answer is written to as well, for precept eval',
  });

  override async execute(): Promise<number> {
    const { http, watch, record } = this;
    const address = typeof http === 'string' ? parseAddress(http) : {};
    const given = withSettings(this.given, address, '--http');
    return this.context.programs.stdio({
      ...given,
      http: http !== undefined && http !== false,
      watch,
      record,
    });
  }
}

/** `precept serve`: the HTTP listener alone. */
export class ServeCommand extends BaseCommand {
  static override paths = [['serve']];
  static override usage = BaseCommand.Usage({
    description: 'Serve the explorer, REST and MCP over HTTP',
    examples: [
      ['Listen on another port', 'precept serve --port 9000'],
      ['Serve changed rules at once', 'precept serve --watch'],
      ['Try out settings and plugins', 'precept serve --watch --reload'],
    ],
  });

  host = Option.String('--host', {
    description: 'Address to listen at, like 0.0.0.0 for all; the setting http_host unless given',
  });
  port = Option.String('--port', {
    description: 'Port to listen at, like 9000, or 0 for a free one; the setting http_port unless given',
  });
  watch = Option.Boolean(watchFlag.flag, false, { description: watchFlag.about });
  reload = Option.Boolean('--reload', false, {
    description: 'Start again when settings, plugins or the program change (for development)',
  });
  supervised = Option.String('--supervised', {
    hidden: true,
    description: 'The port to take, given by the process that watches over this one',
  });

  override async execute(): Promise<number> {
    const { host, port, watch, reload } = this;
    const given = withSettings(
      withSettings(this.given, host === undefined ? {} : { http_host: host }, '--host'),
      port === undefined ? {} : { http_port: port },
      '--port',
    );
    const supervised = this.supervised === undefined ? null : Number(this.supervised);
    return this.context.programs.serve({ ...given, watch, reload, supervised });
  }
}

/** `precept lsp`: what an editor starts. */
export class LspCommand extends BaseCommand {
  static override paths = [['lsp']];
  static override usage = BaseCommand.Usage({
    description: 'Serve editors over stdio (Language Server Protocol)',
    details: `
      Reports in the editor what precept lint would, while you type, and completes, explains, finds and renames what content
      files name. docs/editors.md says how editors start it.
    `,
    examples: [['What an editor runs', 'precept lsp --stdio']],
  });

  stdio = Option.Boolean('--stdio', false, {
    description: 'Taken because many editors pass it; there is no other way',
  });

  override async execute(): Promise<number> {
    return this.context.programs.lsp(this.given);
  }
}

/** Flags with settings that one flag of another name gives. */
function withSettings(given: GivenFlags, settings: Address, flag: string): GivenFlags {
  const typed = Object.keys(settings).map((name) => [name, flag]);
  return {
    flags: { ...given.flags, ...settings },
    typed: { ...given.typed, ...Object.fromEntries(typed) },
  };
}

interface Address {
  readonly http_host?: string;
  readonly http_port?: string;
}

/** `host:port`, `[v6]:port`, a host or a port alone, as the settings they stand for. UsageError for anything else. */
function parseAddress(text: string): Address {
  if (isIPv6(text) || /^[\w.-]*[A-Za-z.][\w.-]*$/.test(text)) return { http_host: text };
  const [, bracketed, bare, port] = /^(?:(?:\[([^\]]+)\]|([\w.-]*)):)?(\d*)$/.exec(text) ?? [];
  if (port === undefined || (bracketed !== undefined && !isIPv6(bracketed)))
    throw new UsageError(`--http takes [host:]port, like 8000 or 127.0.0.1:8000, not "${text}"`);
  const host = bracketed ?? bare;
  return { ...(host && { http_host: host }), ...(port !== '' && { http_port: port }) };
}

function isIPv6(text: string): boolean {
  return text.includes(':') && URL.canParse(`http://[${text}]`);
}

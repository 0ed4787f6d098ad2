import { Command, Option } from 'clipanion';
import { BaseCommand } from './base-command.ts';
import { watchFlag } from './server-flags.ts';

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
    description: 'Also listen on HTTP, at [host:]port',
  });
  watch = Option.Boolean(watchFlag.flag, false, { description: watchFlag.about });

  override async execute(): Promise<number> {
    const { flags, http, watch } = this;
    const address = typeof http === 'string' ? parseAddress(http) : {};
    return this.context.programs.stdio({
      flags: { ...flags, ...address },
      http: http !== undefined && http !== false,
      watch,
    });
  }
}

/** `precept serve`: the HTTP listener alone. */
export class ServeCommand extends BaseCommand {
  static override paths = [['serve']];
  static override usage = BaseCommand.Usage({
    description: 'Serve REST and the API documentation over HTTP',
    examples: [
      ['Listen on another port', 'precept serve --port 9000'],
      ['Serve changed rules at once', 'precept serve --watch'],
      ['Try out settings and plugins', 'precept serve --watch --reload'],
    ],
  });

  host = Option.String('--host', { description: 'Address to bind to' });
  port = Option.String('--port', { description: 'Port; 0 takes a free one' });
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
    const address = {
      ...(host !== undefined && { http_host: host }),
      ...(port !== undefined && { http_port: port }),
    };
    const supervised = this.supervised === undefined ? null : Number(this.supervised);
    return this.context.programs.serve({ flags: { ...this.flags, ...address }, watch, reload, supervised });
  }
}

/** `host:port`, `[v6]:port` or a port alone, as the settings they stand for. */
function parseAddress(text: string): { http_host?: string; http_port?: string } {
  const [, bracketed, bare, port] = /^(?:(?:\[([^\]]+)\]|([^:]*)):)?(\d*)$/.exec(text) ?? [];
  if (port === undefined) return { http_host: text };
  const host = bracketed ?? bare;
  return { ...(host && { http_host: host }), ...(port !== '' && { http_port: port }) };
}

import { named } from '../../../service/operations.ts';
import { reloadListener } from '../../../service/tasks/listener.ts';
import { type AnsweringCommandClass, operationCommand, type Run } from './operation-command.ts';

const Base = operationCommand(named.reload) as AnsweringCommandClass;

/** `precept reload`: also of the server that listens on this machine, since this process itself keeps nothing. */
export class ReloadCommand extends Base {
  protected override async finish(run: Run): Promise<number> {
    const tree = 'argument_tree' in this && this.argument_tree === true;
    const { env, home } = this.context.world;
    const [code, listener] = [
      await super.finish(run),
      await reloadListener(run.service.config, { tree, env, home }),
    ];
    if (listener === null) return code;
    const { state, url } = listener;
    if (state === 'reloaded') this.printer.note(`precept: the server at ${url} has reloaded`);
    if (state === 'reloaded' && listener.warning !== null) this.printer.note(`precept: ${listener.warning}`);
    if (state === 'failed')
      this.printer.note(`precept: the server at ${url} was not reloaded: ${listener.reason}`);
    // Scripts have nothing to do about it where nobody said that there is one; people may wonder.
    const { http_host: host = 'default', http_port: port = 'default' } = run.service.config.sources;
    const isNamed = host !== 'default' || port !== 'default';
    if (state === 'absent' && (isNamed || this.context.world.stderr.isTTY === true))
      this.printer.note(
        `precept: no server listens at ${url}; where one has another port, give that as --http-port`,
      );
    return code;
  }
}

import * as v from 'valibot';
import { createAnswer } from '../../../service/answer.ts';
import { named } from '../../../service/operations.ts';
import { askListener } from '../../../service/tasks/listener.ts';
import { type AnsweringCommandClass, operationCommand, type Run } from './operation-command.ts';

const { getFleet } = named;
const Base = operationCommand(getFleet) as AnsweringCommandClass;

/** `precept fleet`: of the server that listens on this machine, since this process itself has no readers. */
export class FleetCommand extends Base {
  protected override async finish(run: Run): Promise<number> {
    if (run.service.store !== null) return super.finish(run);
    const { env, home } = this.context.world;
    const said = await askListener(run.service.config, '/api/v1/fleet', { env, home });
    if (said === null || said.state === 'absent') {
      const where = said === null ? 'http_port is 0' : `no Precept listens at ${said.url}`;
      this.printer.error(
        `${where}; readers are known to the server that they ask: run this beside it, with its http_host and http_port`,
      );
      return 1;
    }
    const data = said.state === 'answered' && said.status === 200 ? readersOf(said.text) : null;
    if (data === null) {
      const why = said.state === 'failed' ? said.reason : 'it does not answer like Precept';
      this.printer.error(`the server at ${said.url} does not say who reads from it: ${why}`);
      return 1;
    }
    const answer = createAnswer({ data, presentation: null }, await getFleet.texts?.());
    await this.show(answer, run.format);
    return 0;
  }
}

function readersOf(text: string): v.InferOutput<typeof getFleet.output> | null {
  try {
    return v.parse(getFleet.output, JSON.parse(text));
  } catch {
    return null;
  }
}

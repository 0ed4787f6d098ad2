import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { toFault } from '../../model/fault.ts';
import type { Operation } from '../../service/operation.ts';
import type { Service } from '../../service/service.ts';
import { countReads } from '../../service/tasks/count-reads.ts';
import { describe, type RawArguments, runOperation } from './call-tool.ts';

/**
 * The text of one operation for a prompt or a resource, behind `intro` where there is one; what is missing from the answer
 * comes before that. Throws ProtocolError.
 */
export function promptText(
  operation: Operation,
  given: RawArguments,
  service: Service,
  intro = '',
): Promise<string> {
  return orProtocolError(operation.name, service, async () => {
    const { answer, input, note } = await runOperation(operation, given, service);
    countReads(service, operation, input, answer, 'mcp');
    return answer.markdown(intro + note);
  });
}

/**
 * What `work` gives; a fault becomes an error of the protocol. The SDK would send the message of any other error as it is,
 * so that goes to the log, under `name`.
 */
export async function orProtocolError<Result>(
  name: string,
  service: Service,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const fault = toFault(error);
    if (fault.code !== 'internal') throw new ProtocolError(ProtocolErrorCode.InvalidParams, fault.message);
    service.log.error(`${name}: ${describe(error)}`);
    throw new ProtocolError(ProtocolErrorCode.InternalError, fault.message);
  }
}

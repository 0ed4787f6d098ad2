import type { Operation } from '../operation.ts';
import { operations } from '../operations.ts';
import type { Service } from '../service.ts';

/**
 * The operations that agents are offered as tools, in the order of the table: those that the setting `mcp_tools` leaves. Those that
 * need a vision are left out where there is none, unless they are named there.
 */
export async function offeredTools(
  service: Pick<Service, 'config' | 'hasVision'>,
): Promise<readonly Operation[]> {
  const left = operations.filter((operation) => isOffered(operation, service));
  const isForVision = ({ name, mcp }: Operation) =>
    mcp?.onlyWith === 'vision' && !service.config.settings.mcp_tools.includes(name);
  if (!left.some(isForVision) || (await service.hasVision())) return left;
  return left.filter((operation) => !isForVision(operation));
}

/** Whether the setting `mcp_tools` leaves the tool of an operation: agents may call it then, also where it is not listed. */
export function isOffered({ name, mcp }: Operation, { config }: Pick<Service, 'config'>): boolean {
  const chosen = config.settings.mcp_tools;
  const isChosen = chosen.every((one) => one.startsWith('-')) || chosen.includes(name);
  return mcp !== null && isChosen && !chosen.includes(`-${name}`);
}

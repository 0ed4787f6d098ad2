import type { Service } from '../service.ts';

/** What decides whether an operation is offered: its name, null for `mcp` where it is no tool, and what it is offered with alone. */
interface Offerable {
  readonly name: string;
  readonly mcp: { readonly onlyWith?: string } | null;
}

/**
 * Those of all `operations` that agents are offered as tools, in that order: those that the setting `mcp_tools` leaves. Those that
 * need a vision are left out where there is none, unless they are named there.
 */
export async function offeredTools<One extends Offerable>(
  operations: readonly One[],
  service: Pick<Service, 'config' | 'hasVision'>,
): Promise<readonly One[]> {
  const left = operations.filter((operation) => isOffered(operation, service));
  const isForVision = ({ name, mcp }: Offerable) =>
    mcp?.onlyWith === 'vision' && !service.config.settings.mcp_tools.includes(name);
  if (!left.some(isForVision) || (await service.hasVision())) return left;
  return left.filter((operation) => !isForVision(operation));
}

/** Whether the setting `mcp_tools` leaves the tool of an operation: agents may call it then, also where it is not listed. */
export function isOffered({ name, mcp }: Offerable, { config }: Pick<Service, 'config'>): boolean {
  const chosen = config.settings.mcp_tools;
  const isChosen = chosen.every((one) => one.startsWith('-')) || chosen.includes(name);
  return mcp !== null && isChosen && !chosen.includes(`-${name}`);
}

import type { CallToolResult } from '@modelcontextprotocol/server';
import * as v from 'valibot';
import { operations } from '../../../service/operations.ts';
import type { Service } from '../../../service/service.ts';
import { callTool, type RawArguments } from '../call-tool.ts';
import { plainArguments, toolArguments } from '../lists/tool-arguments.ts';

/** The result of a tool, with its members in the order of the SDK; null where there is no such tool, or it does not take these arguments. */
export async function callPlainly(
  name: string,
  given: RawArguments,
  service: Service,
): Promise<Readonly<Record<string, unknown>> | null> {
  const operation = operations.find((one) => one.name === name && one.mcp !== null);
  if (operation === undefined) return null;
  const plain = plainArguments(given);
  const read = operation.mcp?.input === undefined ? v.safeParse(toolArguments(operation), plain) : null;
  if (read?.success === false) return null;
  const result = await callTool(operation, (read?.output ?? plain) as RawArguments, service);
  return inOrder(result);
}

function inOrder({ content, isError }: CallToolResult) {
  return isError === undefined ? { content } : { content, isError };
}

import * as v from 'valibot';
import { expect } from 'vitest';
import { Fault } from '../../src/model/fault.ts';
import type { Format } from '../../src/service/answer.ts';
import { ask as askService } from '../../src/service/ask.ts';
import { operations } from '../../src/service/operations.ts';
import type { Service } from '../../src/service/service.ts';

/** The text of one operation's answer: its input is checked as faces check it, its data against its declared shape. */
export async function ask(
  service: Service,
  operation: string,
  input: Readonly<Record<string, unknown>>,
  format: Format = 'json',
): Promise<string> {
  const row = operations.find(({ name }) => name === operation);
  if (row === undefined) throw new Error(`there is no operation ${operation}`);
  const answer = await askService(row, v.parse(row.input, input), service);
  if (format === 'json') v.parse(row.output, answer.data);
  return answer.text(format);
}

/** The fault that asking for a scope's rules ends with; fails the test if it is served, or fails in another way. */
export async function faultOf(service: Service, input: Readonly<Record<string, unknown>>): Promise<Fault> {
  const outcome = await ask(service, 'get_rules', input).catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(Fault);
  return outcome as Fault;
}

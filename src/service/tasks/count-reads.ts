import type { ShownPart } from '../../usage/usage-counter.ts';
import type { UsageFace } from '../../usage/usage-line.ts';
import type { Answer } from '../answer.ts';
import type { Operation } from '../operation.ts';
import type { Service } from '../service.ts';

// An answer is kept as long as its scope; what it shows is worked out once.
const shown = new WeakMap<Answer, readonly ShownPart[]>();

/** Counts what an answer that was given out shows, where the settings ask for it and the operation shows guidance. */
export function countReads(
  { usage, config }: Pick<Service, 'usage' | 'config'>,
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  answer: Answer,
  face: UsageFace,
): void {
  if (!usage.isOn || operation.shows === undefined) return;
  let parts = shown.get(answer);
  if (parts === undefined) {
    parts = operation.shows(answer.data, input, config.settings);
    shown.set(answer, parts);
  }
  usage.count(String(input.scope_name), face, parts);
}

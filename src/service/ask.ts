import type * as v from 'valibot';
import type { Closing } from '../render/markdown.ts';
import type { TextRenderer } from '../render/text-renderer.ts';
import { startTurns } from '../runtime/async/turns.ts';
import { type Answer, createAnswer, type Outcome } from './answer.ts';
import type { CallDetails, Given, Operation } from './operation.ts';
import { incompleteOf } from './runtime/content/gaps.ts';
import type { Service } from './service.ts';

type InputOf<Asked extends Operation> = v.InferOutput<Asked['input']>;
type OutcomeOf<Asked extends Operation> = Awaited<ReturnType<Asked['run']>>;
/** The answer of an operation, by its type. */
export type AnswerOf<Asked extends Operation> =
  OutcomeOf<Asked> extends Outcome<infer Data, infer Extra> ? Answer<Data, Extra> : never;

type NeedsOf<Asked extends Operation> = Asked['needs'][number];
/** What asking an operation takes of the service: what it needs, and for those about one scope that scope and its kept answers. */
export type ServiceFor<Asked extends Operation> = Asked extends { readonly madeFrom: string }
  ? Given<NeedsOf<Asked> | 'scope' | 'answers'>
  : Given<NeedsOf<Asked>>;

/**
 * The answer of an operation to an input that is valid: the one given before where the operation is made from a scope
 * that has not changed, or a new one. Faults are thrown.
 */
export async function ask<Asked extends Operation>(
  operation: Asked,
  input: InputOf<Asked>,
  service: ServiceFor<Asked>,
  details: CallDetails = {},
): Promise<AnswerOf<Asked>> {
  // An operation takes nothing from the service but what it names.
  return (await answerTo(operation, input, service as Service, details)) as AnswerOf<Asked>;
}

async function answerTo(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  service: Service,
  details: CallDetails,
): Promise<Answer> {
  const answerOf = async (outcome: Outcome, incomplete = outcome.incomplete) =>
    createAnswer(outcome, await operation.texts?.(), incomplete);
  if (operation.madeFrom === undefined) return answerOf(await operation.run(input, service, details));
  operation.check?.(input);
  const scope = await service.scope(String(input.scope_name));
  const version = operation.madeFrom === 'scope' ? null : (await service.results()).version;
  const raw = operation.asWritten ?? input.debug === true;
  // By name, in the order of the schema: what is left out is the same as what is undefined.
  const values = Object.keys(operation.input.entries).map((name) => input[name] ?? null);
  const make = async (texts: TextRenderer, aside: () => TextRenderer) => {
    const turn = startTurns();
    const outcome = await operation.run(input, { scope, texts, aside, service });
    const { settings } = service.config;
    // A large answer is made of steps of a tenth of a second; others need not wait for all of them.
    await turn();
    const { failures = texts.failures } = Object(outcome.presentation) as Partial<Closing>;
    return answerOf(outcome, incompleteOf(scope, settings, failures, operation.keepsFailing));
  };
  if (operation.isKept?.(input) === false) {
    const another = await (await service.answers.texts(scope, raw)).open();
    return make(another(), another);
  }
  const key = { operation: operation.name, input: values, raw, version };
  const kept = await service.answers.keep(scope, key, make);
  const completed = (await operation.complete?.(kept, input, service)) ?? kept;
  return completed === kept ? kept : kept.with(completed);
}

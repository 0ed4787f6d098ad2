import type * as v from 'valibot';
import type { Answer, Format } from './answer.ts';
import type { Service } from './service.ts';

type InputSchema = v.StrictObjectSchema<v.ObjectEntries, undefined>;

/**
 * One thing a user can ask for, as data. The faces loop over these: an MCP tool, a REST route with its OpenAPI entry
 * and a CLI command come out of the same row.
 */
export interface Operation<Schema extends InputSchema = InputSchema> {
  /** Name of the MCP tool, and the OpenAPI operationId. */
  readonly name: string;
  readonly title: string;
  /** What an agent must know to choose this tool, in one or two sentences. */
  readonly description: string;
  /** Every argument by name; `scope_name` may be left out over MCP where there is a default scope. */
  readonly input: Schema;
  /** The JSON answer's shape, for the API's documentation. */
  readonly output: v.GenericSchema;
  readonly http: {
    readonly method: 'get' | 'post';
    /** Below /api/v1; `{name}` stands for an argument. */
    readonly path: string;
    /** What Accept can choose, the default first. */
    readonly formats: readonly [Format, ...Format[]];
    /** Of a success; 200 unless given. */
    readonly status?: 201;
    /** The route takes an Idempotency-Key, and `run` gets it. */
    readonly idempotencyKey?: true;
    /** Bodies to show in the API's documentation, by what they show. */
    readonly examples?: Readonly<Record<string, unknown>>;
  } | null;
  /** The answer is made from the scope and the input alone, so it stays right for as long as the scope is cached. */
  readonly fromScopeAlone?: true;
  readonly mcp: {
    /** Arguments that agents are not offered. */
    readonly hide?: readonly string[];
    readonly readOnly: boolean;
    readonly idempotent: boolean;
    /** The tool's arguments where they differ from `input`, and how they become that, checked; it throws a Fault. */
    readonly input?: InputSchema;
    readonly toInput?: (given: Readonly<Record<string, unknown>>) => v.InferOutput<Schema>;
  } | null;
  readonly cli: {
    readonly command: string;
    /** Arguments given by position, in order; all others are flags. */
    readonly positional?: readonly string[];
    /** The format printed unless `--format` says otherwise. */
    readonly format: Format;
  } | null;
  /** Checks the input where every face has to report the same errors; it throws a Fault. `input` checks it otherwise. */
  readonly parse?: (values: unknown) => v.InferOutput<Schema>;
  /** Faults are thrown; there is no other failure. */
  readonly run: (input: v.InferOutput<Schema>, service: Service, details?: CallDetails) => Promise<Answer>;
}

/** What came with a request besides its input. */
interface CallDetails {
  /** Names the request, so that repeating it does nothing more. */
  readonly idempotencyKey?: string | null;
}

/** An operation that has a REST route. */
export type RoutedOperation = Operation & { readonly http: NonNullable<Operation['http']> };

export function isRouted(operation: Operation): operation is RoutedOperation {
  return operation.http !== null;
}

/** An operation with its input type kept for `run`, ready for the table. */
export function defineOperation<const Schema extends InputSchema>(operation: Operation<Schema>): Operation {
  return operation as unknown as Operation;
}

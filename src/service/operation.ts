import type * as v from 'valibot';
import type { SettingValues } from '../config/settings.ts';
import type { ResolvedScope } from '../guidance/guidance.ts';
import type { Immutable } from '../model/immutable.ts';
import type { TextRenderer } from '../render/text-renderer.ts';
import type { ShownPart } from '../usage/usage-counter.ts';
import type { Answer, Format, Outcome, Texts } from './answer.ts';
import type { Basis } from './parts/basis.ts';
import type { Service } from './service.ts';

type InputSchema = v.StrictObjectSchema<v.ObjectEntries, undefined>;

/** What `output` says of an answer. */
export type DataOf<Output extends v.GenericSchema> = Immutable<v.InferOutput<Output>>;

/** A member of the service that an operation may name, besides those that each gets. */
type Member = Exclude<keyof Service, keyof Basis>;

/** What an operation gets of the service: its basis, and what the operation names. */
export type Given<Need extends Member> = Basis & Pick<Service, Need>;

/** What each operation says of itself, whatever it is made from. */
interface Description<
  Schema extends InputSchema,
  Output extends v.GenericSchema,
  Extra,
  Need extends Member,
> {
  /** Name of the MCP tool, and the OpenAPI operationId. */
  readonly name: string;
  readonly title: string;
  /** What an agent must know to choose this tool, in one or two sentences. */
  readonly description: string;
  /** The members of the service that it works with, besides the basis; it gets no others. To ask another operation takes what that needs. */
  readonly needs: readonly Need[];
  /** Every argument by name; `scope_name` may be left out over MCP where there is a default scope. */
  readonly input: Schema;
  /** The answer's shape: what `run` gives as data. */
  readonly output: Output;
  /** The categories whose rules, and the katas whose steps the answer shows, for those who count what is read. */
  shows?(data: DataOf<Output>, input: v.InferOutput<Schema>, settings: SettingValues): readonly ShownPart[];
  /** What writes the answer in other formats than JSON; loaded with the first answer. */
  texts?(): Promise<Texts<DataOf<Output>, Extra>>;
  readonly http: {
    readonly method: 'get' | 'post';
    /** Below /api/v1; `{name}` stands for an argument. */
    readonly path: string;
    /** What Accept can choose, the default first. */
    readonly formats: readonly [Format, ...Format[]];
    /** Arguments of which one must be given, though none is required: trying the route out begins with the first. */
    readonly oneOf?: readonly string[];
    /** Of a success; 200 unless given. */
    readonly status?: 201;
    /** It may answer 404 though its path names nothing. */
    readonly mayBeMissing?: true;
    /** A POST takes its arguments from the query, and no body. */
    readonly inQuery?: true;
    /** Other servers ask for it, so that whoever does is remembered as a reader. */
    readonly forReaders?: true;
    /** Bytes of its body at most, where that is not what all others take. */
    readonly maxBody?: number;
    /** The route takes an Idempotency-Key, and `run` gets it. */
    readonly idempotencyKey?: true;
    /** Bodies to show in the API's documentation, by what they show. */
    readonly examples?: Readonly<Record<string, unknown>>;
  } | null;
  readonly mcp: {
    /** Arguments that agents are not offered. */
    readonly hide?: readonly string[];
    readonly readOnly: boolean;
    readonly idempotent: boolean;
    /** Hosts that give agents the names of tools alone are asked to give all of this one. */
    readonly alwaysLoad?: true;
    /** Hosts are asked to cut no answer short. */
    readonly mayBeLong?: true;
    /** Offered only where there is some, unless the setting mcp_tools names the tool. */
    readonly onlyWith?: 'vision';
    /** The operation whose answer agents get in place of one that is too long for them, and what is said before it; null for other answers. */
    readonly instead?: {
      readonly operation: string;
      note(answer: Answer<DataOf<Output>, Extra>, service: Given<Need>): string | null;
    };
    /** The tool's arguments where they differ from `input`, and how they become that, checked; it throws a Fault. */
    readonly input?: InputSchema;
    readonly toInput?: (given: Readonly<Record<string, unknown>>) => v.InferOutput<Schema>;
  } | null;
  readonly cli: {
    readonly command: string;
    /** Arguments given by position, in order; all others are flags. */
    readonly positional?: readonly string[];
    /**
     * The argument that all words together give, but for the first where it is the name of a scope; the command line may do
     * without them where it has the flag of the argument `or`.
     */
    readonly words?: { readonly argument: string; readonly or?: string };
    /** What the command's help says of it, where `description` names tools, which are for agents. */
    readonly details?: string;
    /** The format printed unless `--format` says otherwise. */
    readonly format: Format;
    /** Whether the answer is that there is nothing, so that the exit code is 1. */
    isNothing?(data: DataOf<Output>, presentation: Extra): boolean;
  } | null;
  /** Checks the input where every face has to report the same errors; it throws a Fault. `input` checks it otherwise. */
  readonly parse?: (values: unknown) => v.InferOutput<Schema>;
}

/** What came with a request besides its input. */
export interface CallDetails {
  /** Names the request, so that repeating it does nothing more. */
  readonly idempotencyKey?: string | null;
}

/** An operation that is run for every request. */
export interface PlainOperation<
  Schema extends InputSchema = InputSchema,
  Output extends v.GenericSchema = v.GenericSchema,
  Extra = unknown,
  Need extends Member = Member,
> extends Description<Schema, Output, Extra, Need> {
  readonly madeFrom?: undefined;
  /** Faults are thrown; there is no other failure. */
  run(
    input: v.InferOutput<Schema>,
    service: Given<Need>,
    details: CallDetails,
  ): Promise<Outcome<DataOf<Output>, Extra>>;
}

/** What an operation about one scope works with. */
export interface ScopeWork<Need extends Member = Member> {
  readonly scope: ResolvedScope;
  /** Renders the texts of this one answer; with the argument `debug` it gives them as written. */
  readonly texts: TextRenderer;
  /** A further renderer of the same kind, for what the answer is not made of: failures are not reported. */
  aside(): TextRenderer;
  readonly service: Given<Need>;
}

/** An operation about the scope that `scope_name` names. Its answers are kept for as long as what they are made from. */
export interface ScopeOperation<
  Schema extends InputSchema = InputSchema,
  Output extends v.GenericSchema = v.GenericSchema,
  Extra = unknown,
  Need extends Member = Member,
> extends Description<Schema, Output, Extra, Need> {
  /** All that decides the answer, besides settings and plugins: the input and the scope, or the imported results too. */
  readonly madeFrom: 'scope' | ('results' extends Need ? 'scope and results' : never);
  /** Gives texts as written whatever is asked. */
  readonly asWritten?: true;
  /** Its Markdown has no report of templates that failed: they stand in it as they are written. */
  readonly keepsFailing?: true;
  /** The outcome with what may change while the scope does not; the same outcome adds nothing. It is not kept. */
  complete?(
    outcome: Outcome<DataOf<Output>, Extra>,
    input: v.InferOutput<Schema>,
    service: Given<Need>,
  ): Promise<Outcome<DataOf<Output>, Extra>>;
  /** Whether the answer to an input is kept; each is unless this says otherwise. */
  isKept?(input: v.InferOutput<Schema>): boolean;
  /** Throws the faults of an input that can be found without the scope. */
  check?(input: v.InferOutput<Schema>): void;
  /** Faults are thrown; there is no other failure. */
  run(input: v.InferOutput<Schema>, work: ScopeWork<Need>): Promise<Outcome<DataOf<Output>, Extra>>;
}

/**
 * One thing a user can ask for, as data. The faces loop over these: an MCP tool, a REST route with its OpenAPI entry
 * and a CLI command come out of the same row.
 */
export type Operation<
  Schema extends InputSchema = InputSchema,
  Output extends v.GenericSchema = v.GenericSchema,
  Extra = unknown,
  Need extends Member = Member,
> = PlainOperation<Schema, Output, Extra, Need> | ScopeOperation<Schema, Output, Extra, Need>;

/** An operation that has a REST route. */
export type RoutedOperation = Operation & { readonly http: NonNullable<Operation['http']> };

export function isRouted(operation: Operation): operation is RoutedOperation {
  return operation.http !== null;
}

/** An operation, with the types of its input, answer and presentation. */
export function defineOperation<
  const Schema extends InputSchema,
  Output extends v.GenericSchema,
  Extra = null,
  const Need extends Member = never,
>(operation: PlainOperation<Schema, Output, Extra, Need>): PlainOperation<Schema, Output, Extra, Need> {
  return operation;
}

/** An operation about one scope, with the types of its input, answer and presentation. */
export function defineScopeOperation<
  const Schema extends InputSchema,
  Output extends v.GenericSchema,
  Extra = null,
  const Need extends Member = never,
>(operation: ScopeOperation<Schema, Output, Extra, Need>): ScopeOperation<Schema, Output, Extra, Need> {
  return operation;
}

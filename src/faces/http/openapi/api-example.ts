import type { FaultCode, FaultDetail } from '../../../model/fault.ts';

/** A request that the documentation shows, to be sent with the method of its route. */
export interface ExampleRequest {
  /** With its query, percent-encoded. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** How often the body stands there, for one that is too large. */
  readonly times?: number;
  /** Where it is not the route's. */
  readonly method?: string;
}

/** What a success looked like. */
export interface ExampleAnswer {
  readonly status: number;
  /** The media type. */
  readonly type: string;
  readonly request: ExampleRequest;
  /** What a server must have for it besides the content of examples/acme; left out where that is all. */
  readonly server?: string;
  /** The data of an answer in JSON, the text of any other; left out where it is neither. */
  readonly value?: unknown;
}

/** What a refusal said. */
export interface ExampleProblem {
  /** Left out where nothing that is sent leads there. */
  readonly request?: ExampleRequest;
  readonly server?: string;
  readonly detail: string;
  readonly errors?: readonly FaultDetail[];
}

/** What one route answered when it was asked for its documentation. */
export interface RouteExamples {
  readonly answers: readonly ExampleAnswer[];
  readonly problems: Readonly<Partial<Record<FaultCode, ExampleProblem>>>;
}

import { createHttpApp, type HttpApp, type HttpAppOptions } from '../../src/faces/http/app.ts';
import { type TestService, testService } from '../support/service.ts';

type Files = Parameters<typeof testService>[0];
type Settings = Parameters<typeof testService>[1];

/** Where the app believes it listens. */
export const origin = 'http://127.0.0.1:8000';

export interface HttpClient extends TestService {
  readonly app: HttpApp;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  send(path: string, init: RequestInit): Promise<Response>;
}

export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

/** The HTTP app over a new service, called without a socket. */
export async function httpClient(
  files: Files,
  settings: Settings = {},
  options: Partial<HttpAppOptions> = {},
): Promise<HttpClient> {
  const opened = await testService(files, settings);
  const app = createHttpApp(opened.service, { readAsset: async () => null, ...options });
  app.listensOn({ host: '127.0.0.1', port: 8000 });
  const send = async (path: string, init: RequestInit) => app.fetch(new Request(`${origin}${path}`, init));
  return { ...opened, app, send, get: (path, headers = {}) => send(path, { headers }) };
}

/** The problem in an answer, once it is shown to be one in form. */
export async function problemOf(response: Response): Promise<ProblemBody> {
  const text = await response.text();
  if (response.headers.get('content-type') !== 'application/problem+json')
    throw new Error(`no problem: ${text}`);
  const problem = JSON.parse(text) as ProblemBody;
  if (problem.status !== response.status) throw new Error(`status ${response.status} says ${problem.status}`);
  if (problem.type !== `urn:precept:problem:${problem.code}`) throw new Error(`type ${problem.type}`);
  if (/\n {4}at |node_modules|\.ts:\d|\/tmp\//.test(text)) throw new Error(`a stack or a path: ${text}`);
  return problem;
}

/** The data of a JSON answer, taken to have this shape. */
export async function jsonOf<Shape>(response: Response | Promise<Response>): Promise<Shape> {
  return (await (await response).json()) as Shape;
}

/** What the tests look at in an answer with rules. */
export interface RulesBody {
  readonly metadata: { readonly name: string };
  readonly commandments: Readonly<Record<string, { readonly rules: readonly string[] }>>;
  readonly suggestions: Readonly<Record<string, { readonly rules: readonly string[] }>>;
  readonly warnings?: readonly string[];
}

/** Two scopes with rules, one above the other. */
export const smallContent: Files = {
  'acme/metadata.yml': 'description: The whole company\ntags: {tier: one}\n',
  'acme/commandments.yml':
    'delivery:\n  when: When shipping\n  ruleset: [Keep main green]\nbackend.api:\n  ruleset: [Answer errors as problem details]\n',
  'shop/metadata.yml': 'description: The shop\nparent: acme\n',
  'shop/suggestions.yml': 'backend.api:\n  ruleset: ["Name the scope: {{ scope.name }}"]\n',
  'shop/katas.yml':
    'delivery:\n  katas:\n    cut-release: {when: When main is green, procedure: "1. Tag.\\n2. Tell."}\n',
};

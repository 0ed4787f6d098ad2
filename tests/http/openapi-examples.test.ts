import { request } from 'node:http';
import path from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultStatus } from '../../src/model/fault.ts';
import { tempFolder } from '../support/folder.ts';
import { acmeSettings, type RunningProgram, startProgram } from '../support/program.ts';

interface ExampleRequest {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
interface Example {
  readonly description?: string;
  readonly value?: unknown;
  readonly externalValue?: string;
  readonly 'x-request'?: ExampleRequest;
}
interface Content {
  readonly schema: object;
  readonly examples?: Readonly<Record<string, Example>>;
}
interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string;
            readonly responses: Readonly<
              Record<string, { readonly content?: Readonly<Record<string, Content>> }>
            >;
          }
        >
      >
    >
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly examples: Readonly<Record<string, Example>>;
  };
}
interface Shown {
  readonly where: string;
  readonly method: string;
  readonly status: number;
  readonly type: string;
  readonly schema: object;
  readonly name: string;
  readonly example: Example;
}

let program: RunningProgram;
let url: string;
let document: Document;

beforeAll(async () => {
  const folder = await tempFolder();
  const own = ['feedback', 'validation', 'usage'].map((name) => [
    `PRECEPT_${name.toUpperCase()}_FILE`,
    path.join(folder, `${name}.jsonl`),
  ]);
  program = await startProgram(['-c', acmeSettings, 'serve', '--port', '0'], {
    env: Object.fromEntries(own),
  });
  await program.logged('listening on ');
  url = /listening on (http:\S+)/.exec(program.stderr())?.[1] ?? '';
  document = (await (await fetch(`${url}/openapi.json`)).json()) as Document;
});
afterAll(async () => {
  program.signal('SIGTERM');
  await program.ended;
});

/** Every example of an answer, in the order of the document. */
function shown(): Shown[] {
  return Object.values(document.paths).flatMap((methods) =>
    Object.entries(methods).flatMap(([method, { operationId, responses }]) =>
      Object.entries(responses).flatMap(([status, { content = {} }]) =>
        Object.entries(content).flatMap(([type, { schema, examples = {} }]) =>
          Object.entries(examples).map(([name, example]) => ({
            where: `${operationId} ${status} ${type} ${name}`,
            ...{ method, status: Number(status), type, schema, name, example },
          })),
        ),
      ),
    ),
  );
}

/** What the program answers to a request that the document shows, byte for byte as it is written there. */
function ask(method: string, { path: asked, headers = {}, body }: ExampleRequest) {
  return new Promise<{ status: number; type: string; text: string }>((resolve, reject) => {
    const sent = request(`${url}${asked}`, { method: method.toUpperCase(), headers }, (answer) => {
      const type = String(answer.headers['content-type']).split(';')[0] ?? '';
      const done = (text: string) => resolve({ status: answer.statusCode ?? 0, type, text });
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        // A stream of events has no end.
        if (type === 'text/event-stream') {
          answer.destroy();
          done(text);
        }
      });
      answer.on('end', () => done(text));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

test('every answer has an example in each of its types, and every problem one under its code', () => {
  const codes = new Set<string>();
  for (const { where, status, type, name, example } of shown()) {
    if (type !== 'application/problem+json') {
      expect(example['x-request'], where).toBeDefined();
      expect(example.value ?? example.externalValue, where).toBeDefined();
      continue;
    }
    codes.add(name);
    const title = expect.stringMatching(/^[A-Z][\w ]+$/);
    const of = { type: `urn:precept:problem:${name}`, title, status, code: name };
    expect(example.value, where).toMatchObject(of);
    const isAsked = name !== 'internal' && !name.endsWith('-unavailable');
    expect(example['x-request'] !== undefined, where).toBe(isAsked);
  }
  for (const methods of Object.values(document.paths)) {
    for (const { operationId, responses } of Object.values(methods)) {
      for (const [status, { content = {} }] of Object.entries(responses)) {
        for (const [type, { examples = {} }] of Object.entries(content))
          expect(Object.keys(examples), `${operationId} ${status} ${type}`).not.toEqual([]);
      }
    }
  }
  // Nobody has to log in here, and no route of the document is asked with another method.
  const all = [...codes, 'unauthorized', ...Object.keys(document.components.examples)];
  expect(all.sort()).toEqual(Object.keys(faultStatus).sort());
});

test('the examples are true: the program answers the same to their requests', async () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'openapi', components: document.components });
  const validators = new Map<string, ValidateFunction>();
  let same = 0;
  for (const { where, method, status, type, schema, name, example } of shown()) {
    if (example.value !== undefined && !type.startsWith('text/')) {
      const known = JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components');
      const isValid = validators.get(known) ?? ajv.compile(JSON.parse(known));
      validators.set(known, isValid);
      if (type.endsWith('json')) expect(isValid(example.value), where).toBe(true);
    }
    const asked = example['x-request'];
    // What another server says of its content cannot be asked here.
    if (asked === undefined || example.description !== undefined) continue;
    const answer = await ask(method, asked);
    expect([where, answer.status, answer.type]).toEqual([where, status, type]);
    if (type === 'application/problem+json') {
      const { detail, code } = JSON.parse(answer.text);
      expect(code, where).toBe(name);
      if (name !== 'foreign-host')
        expect({ detail }, where).toEqual({ detail: Object(example.value).detail });
    } else if (type === 'text/markdown' && example.value === answer.text) same++;
    else if (type === 'application/json') {
      if (JSON.stringify(JSON.parse(answer.text)) === JSON.stringify(example.value)) same++;
      expect(Object.keys(JSON.parse(answer.text)).slice(0, 3), where).toEqual(
        Object.keys(Object(example.value)).slice(0, 3),
      );
    }
  }
  // Others name a time, or who wrote a rule.
  expect(same).toBeGreaterThan(25);
});

test('a method that a path does not take is shown too', async () => {
  const { 'x-request': asked, value } = document.components.examples['method-not-allowed'] ?? {};
  const answer = await ask(asked?.method ?? '', asked as ExampleRequest);
  expect(answer.status).toBe(405);
  expect(JSON.parse(answer.text)).toEqual(value);
});

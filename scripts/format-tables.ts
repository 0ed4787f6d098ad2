import { toJsonSchema } from '@valibot/to-json-schema';
import { faultStatus } from '../src/model/fault.ts';
import { operations } from '../src/service/operations.ts';

/** Rows of a table of docs/formats.md, the heads first. */
type Rows = readonly (readonly string[])[];

interface Shape {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly additionalProperties?: Shape | boolean;
}

const routed = operations.flatMap(({ http, ...rest }) => (http === null ? [] : [{ ...rest, http }]));

/** Every route with its query and formats. */
export function routeRows(): Rows {
  const rows = routed.map(({ http, input, title }) => {
    const query = http.method === 'get' ? Object.keys(input.entries) : [];
    const own = query.filter((name) => !http.path.includes(`{${name}}`));
    const path = http.path.replace('{scope_name}', '<scope>').replace('{kata_name}', '<kata>');
    return [
      `\`${http.method.toUpperCase()} ${path}\``,
      title,
      own.map((name) => `\`${name}\``).join(', '),
      http.formats.join(', '),
    ];
  });
  return [['route', 'what it gives', 'query', 'formats'], ...rows];
}

/** Parts that many answers have: each is shown once, below the answers. */
const shared = ['template_failures', 'warnings', 'unavailable', 'origin'];

/** The JSON of every operation that has a route, in words. */
export function shapeRows(): Rows {
  const parts = new Map<string, string>();
  const rows = routed.map(({ name, output }) => {
    const shape = toJsonSchema(output, { errorMode: 'ignore' }) as Shape;
    return [`\`${name}\``, `\`${inWords(shape, parts)}\``];
  });
  const own = [...parts].map(([name, shape]) => [`\`${name}\` of these`, `\`${shape}\``]);
  return [['operation', 'shape'], ...rows, ...own];
}

/** Every code that a request can fail with. */
export function faultRows(): Rows {
  const byStatus = new Map<number, string[]>();
  for (const [code, status] of Object.entries(faultStatus)) {
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\``]);
  }
  return [['status', 'codes'], ...[...byStatus].map(([status, codes]) => [String(status), codes.join(', ')])];
}

/** `{name: text, tags: {<key>: text}, rules: [text]}` for a schema; what is shared goes to `parts` and leaves its name. */
function inWords(shape: Shape, parts: Map<string, string>): string {
  const within = (part: Shape) => inWords(part, parts);
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value)).join('|');
  if (shape.anyOf) return [...new Set(shape.anyOf.map(within))].join('|');
  if (shape.items) return `[${within(shape.items)}]`;
  if (shape.properties) {
    const { required = [] } = shape;
    const fields = Object.entries(shape.properties).map(([name, field]) => {
      const mark = required.includes(name) ? '' : '?';
      if (!shared.includes(name)) return `${name}${mark}: ${within(field)}`;
      parts.set(name, within(field));
      return `${name}${mark}`;
    });
    return `{${fields.join(', ')}}`;
  }
  if (typeof shape.additionalProperties === 'object') return `{<key>: ${within(shape.additionalProperties)}}`;
  if (shape.type === 'object') return '{…}';
  if (shape.type === undefined) return 'any';
  return [shape.type]
    .flat()
    .map((type) => (type === 'string' ? 'text' : type))
    .join('|');
}

/** A part of a JSON Schema, as far as the reports read it. */
export interface JsonShape {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonShape[];
  readonly oneOf?: readonly JsonShape[];
  readonly properties?: Readonly<Record<string, JsonShape>>;
  readonly required?: readonly string[];
  readonly items?: JsonShape;
  readonly additionalProperties?: JsonShape | boolean;
}

/** One line for each value below a shape: its path and its type, like `scopes[].name: string`; `?` marks what may be left out. */
export function shapeLines(shape: JsonShape, path = ''): string[] {
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices !== undefined) return [...new Set(choices.flatMap((choice) => shapeLines(choice, path)))];
  const lines: string[] = [];
  for (const [name, value] of Object.entries(shape.properties ?? {}))
    lines.push(...shapeLines(value, `${path}.${name}${shape.required?.includes(name) ? '' : '?'}`));
  if (typeof shape.additionalProperties === 'object')
    lines.push(...shapeLines(shape.additionalProperties, `${path}.<key>`));
  if (shape.items !== undefined) lines.push(...shapeLines(shape.items, `${path}[]`));
  return lines.length > 0 ? lines : [`${path.replace(/^\./, '') || '(value)'}: ${typeOf(shape)}`];
}

function typeOf({ type, const: value, enum: values }: JsonShape): string {
  if (value !== undefined) return JSON.stringify(value);
  if (values !== undefined) return values.map((one) => JSON.stringify(one)).join(' | ');
  return [type ?? 'any'].flat().join(' | ');
}

/** The shape of values that were seen: a key that not all objects have may be left out. */
export function shapeOfValues(values: readonly unknown[]): JsonShape {
  const lists = values.filter(Array.isArray);
  const objects = values.filter(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  );
  const plain = new Set(
    values.filter((value) => typeof value !== 'object' || value === null).map((value) => nameOf(value)),
  );
  const shapes: JsonShape[] = [...plain].sort().map((type) => ({ type }));
  if (lists.length > 0) {
    const items = lists.flat();
    shapes.push({ type: 'array', ...(items.length > 0 && { items: shapeOfValues(items) }) });
  }
  if (objects.length > 0) shapes.push(shapeOfObjects(objects as Record<string, unknown>[]));
  return shapes.length === 1 ? (shapes[0] as JsonShape) : { anyOf: shapes };
}

function shapeOfObjects(objects: readonly Record<string, unknown>[]): JsonShape {
  const names = [...new Set(objects.flatMap((one) => Object.keys(one)))];
  // Keys that are data, such as names of scopes and files, stand for one another.
  if (names.length > 0 && names.every((name) => /[^a-z_]/.test(name)))
    return { additionalProperties: shapeOfValues(objects.flatMap((one) => Object.values(one))) };
  return {
    type: 'object',
    properties: Object.fromEntries(
      names.map((name) => [name, shapeOfValues(objects.flatMap((one) => (name in one ? [one[name]] : [])))]),
    ),
    required: names.filter((name) => objects.every((one) => name in one)),
  };
}

function nameOf(value: unknown): string {
  return value === null ? 'null' : typeof value;
}

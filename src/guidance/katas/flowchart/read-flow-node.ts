import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { keyText } from '../../../content/yaml-file.ts';
import { type FlowNodeType, flowNodeTypes } from './flowchart.ts';
import { type FlowchartReport, type NodePlace, shown, suggestion, valuesOf } from './flowchart-report.ts';

/** A path as it is written. */
export interface DraftPath {
  readonly label: string | null;
  /** Null where what is written names no node; that is reported already. */
  readonly target: string | null;
  readonly place: NodePlace;
}

/** A node as it is written; null stands for what is missing or wrong and reported already. */
export interface DraftNode {
  readonly place: NodePlace;
  /** Its place in the list, from 1. */
  readonly number: number;
  readonly id: string | null;
  readonly type: FlowNodeType | null;
  readonly role: string | null;
  readonly description: string | null;
  readonly paths: readonly DraftPath[];
}

const nodeKeys = ['id', 'type', 'role', 'description', 'next'];
const pathKeys = ['condition', 'next'];

/** Reads one item of `nodes`; null if it is not a mapping. `number` is its place in the list, from 1. */
export function readFlowNode(item: Node | null, number: number, report: FlowchartReport): DraftNode | null {
  const map = report.file.follow(item);
  if (!isMap(map)) {
    const hint = 'Write its keys: id, type, description and next';
    report.error({ at: item, node: null }, 'wrong-type', `item ${number} of \`nodes\` is no mapping`, hint);
    return null;
  }
  const id = readId(map.get('id', true), item, number, report);
  const values = valuesOf(map, nodeKeys, id, report);
  const place: NodePlace = { at: values.get('id') ?? item, node: id };
  const at = (key: string): NodePlace => ({ at: values.get(key) ?? place.at, node: id });

  const description = nodeText(values.get('description'), 'description', at('description'), report);
  if (description === null) {
    report.error(
      at('description'),
      'missing-description',
      'the `description` is missing',
      'Say what to do in this step',
    );
  }
  return {
    place,
    number,
    id,
    type: readType(values.get('type'), at('type'), report),
    role: nodeText(values.get('role'), 'role', at('role'), report) ?? null,
    description: description ?? null,
    paths: readNext(values.get('next') ?? null, at('next'), report),
  };
}

/** Text without the space around it; null if there is none; undefined, and a report, for anything but text. */
export function nodeText(
  value: Node | null | undefined,
  key: string,
  place: NodePlace,
  report: FlowchartReport,
): string | null | undefined {
  const target = report.file.follow(value ?? null);
  if (target === null || (isScalar(target) && target.value === null)) return null;
  if (isScalar(target) && typeof target.value === 'string') return target.value.trim() || null;
  const cure = isMap(target)
    ? 'Put it in quotes: an unquoted colon makes YAML read a mapping'
    : 'Put it in quotes';
  report.error(place, 'wrong-type', `\`${key}\` is not text`, cure);
  return undefined;
}

function readId(
  value: Node | undefined,
  item: Node | null,
  number: number,
  report: FlowchartReport,
): string | null {
  const target = report.file.follow(value ?? null);
  const place = { at: value ?? item, node: null };
  if (target !== null && !isScalar(target)) {
    report.error(
      place,
      'wrong-type',
      `the \`id\` of item ${number} of \`nodes\` is not text`,
      'Write one word, like "build"',
    );
    return null;
  }
  const id = scalarText(target);
  if (id === null)
    report.error(
      place,
      'missing-id',
      `item ${number} of \`nodes\` has no \`id\``,
      'Give it one, like "build"',
    );
  return id;
}

function readType(
  value: Node | null | undefined,
  place: NodePlace,
  report: FlowchartReport,
): FlowNodeType | null {
  const target = report.file.follow(value ?? null);
  const text = isScalar(target) ? scalarText(target) : null;
  const known = flowNodeTypes.find((type) => type === text);
  if (known !== undefined) return known;
  const all = `Use ${flowNodeTypes.join(', ')}`;
  if (text !== null) {
    report.error(
      place,
      'unknown-type',
      `the type \`${shown(text)}\` is not known`,
      suggestion(text, flowNodeTypes) ?? all,
    );
  } else if (target === null || isScalar(target)) {
    report.error(place, 'unknown-type', 'the `type` is missing', all);
  } else {
    report.error(place, 'wrong-type', '`type` is not text', all);
  }
  return null;
}

/** Every form of `next`: nothing, an id, a list of ids and of {condition, next}, a mapping from label to id. */
function readNext(value: Node | null, place: NodePlace, report: FlowchartReport): DraftPath[] {
  const { file } = report;
  const target = file.follow(value);
  const within = (at: unknown): NodePlace => ({ at: (at as Node | null) ?? value, node: place.node });
  if (target === null || (isScalar(target) && target.value === null)) return [];
  if (isSeq(target)) {
    return target.items.map((item) => {
      const path = file.follow(item);
      return isMap(path)
        ? readCondition(path, within(item), report)
        : toPath(null, path, within(item), report);
    });
  }
  if (isMap(target)) {
    return target.items.map((pair) => {
      const label = readLabel(file.follow(pair.key), within(pair.key), report);
      return toPath(label, file.follow(pair.value), within(pair.value ?? pair.key), report);
    });
  }
  return [toPath(null, target, place, report)];
}

function readCondition(
  map: Parameters<typeof valuesOf>[0],
  place: NodePlace,
  report: FlowchartReport,
): DraftPath {
  const values = valuesOf(map, pathKeys, place.node, report);
  const at = (key: string): NodePlace => ({ at: values.get(key) ?? place.at, node: place.node });
  const label = readLabel(report.file.follow(values.get('condition') ?? null), at('condition'), report);
  return toPath(label, report.file.follow(values.get('next') ?? null), at('next'), report);
}

function readLabel(key: Node | null, place: NodePlace, report: FlowchartReport): string | null {
  if (key === null || isScalar(key)) return scalarText(key)?.trim() ?? null;
  report.error(place, 'wrong-type', 'the label of a path is not text', 'Put it in quotes');
  return null;
}

function toPath(
  label: string | null,
  node: Node | null,
  place: NodePlace,
  report: FlowchartReport,
): DraftPath {
  const target = node === null || isScalar(node) ? scalarText(node) : undefined;
  if (target === undefined) {
    const hint = 'Write the id of one node; for steps that run at once, lead to a fork';
    report.error(place, 'wrong-type', 'a path leads to something that is no id', hint);
  } else if (target === null) {
    report.error(place, 'unknown-target', 'a path leads nowhere', 'Write the id of a node');
  }
  return { label, target: target ?? null, place };
}

/** A scalar as text, numbers and booleans as they are spelled; null if it is empty or blank. */
function scalarText(node: Node | null): string | null {
  if (!isScalar(node) || node.value === null) return null;
  const text = keyText(node);
  return text.trim() === '' ? null : text;
}

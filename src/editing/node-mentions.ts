import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { entriesOf } from '../content/entries.ts';
import { keyText, parseYamlFile, readWithin, type YamlFile } from '../content/yaml-file.ts';
import { isFlowchart } from '../guidance/katas/flowchart/read-flowchart.ts';

/** The id of a node where a flowchart names it. */
export interface NodeMention {
  readonly id: string;
  /** Whether it is the node itself and no path to it. */
  readonly isDefinition: boolean;
  /** Where it stands in the procedure, in UTF-16 units from 0, without quotes. */
  readonly offset: number;
  readonly length: number;
  /** What the node says of itself: its type and its description, as far as they are texts. */
  readonly about: string;
}

/** Every node and path of a procedure that is a flowchart; none where its YAML is broken. */
export function nodeMentions(procedure: string): readonly NodeMention[] {
  if (!isFlowchart(procedure)) return [];
  const { file } = parseYamlFile('', Buffer.from(procedure));
  if (file === null) return [];
  return readWithin(file, [], [], () => read(file));
}

function read(file: YamlFile): NodeMention[] {
  const root = file.follow(file.root);
  const chart = isMap(root) ? file.follow(root.get('flowchart', true)) : null;
  const nodes = isMap(chart) ? file.follow(chart.get('nodes', true)) : null;
  if (!isSeq(nodes)) return [];
  return nodes.items.flatMap((item) => {
    const node = file.follow(item);
    if (!isMap(node)) return [];
    const values = new Map(entriesOf(node).map(({ name, value }) => [name, value]));
    const about = ['type', 'description'].map((name) => values.get(name)).flatMap(textOf);
    const id = mention(values.get('id'), true, about.join(': '));
    return [...id, ...targets(file, values.get('next') ?? null).flatMap((one) => mention(one, false, ''))];
  });
}

/** The nodes that `next` leads to, in each of its forms. */
function targets(file: YamlFile, next: Node | null): (Node | null)[] {
  const value = file.follow(next);
  if (isMap(value)) return entriesOf(value).map((one) => one.value);
  if (!isSeq(value)) return [next];
  return value.items.map((item) => {
    const path = file.follow(item);
    return isMap(path) ? (path.get('next', true) ?? null) : (item as Node | null);
  });
}

function mention(node: Node | null | undefined, isDefinition: boolean, about: string): NodeMention[] {
  if (!isScalar(node) || node.value === null || !node.range) return [];
  const isQuoted = node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE';
  const id = keyText(node);
  const [start, end] = node.range;
  const length = end - start - (isQuoted ? 2 : 0);
  return [{ id, isDefinition, offset: start + (isQuoted ? 1 : 0), length, about }];
}

function textOf(node: Node | null | undefined): string[] {
  return isScalar(node) && typeof node.value === 'string' ? [node.value.trim()] : [];
}

import { isMap, isScalar, type Node, type YAMLMap } from 'yaml';
import type { Fix } from '../../model/problems/problem.ts';
import { onlyNearName } from '../../model/text/nearest.ts';
import { keyText, type YamlFile } from '../yaml-file.ts';

/** What can be done about a mistake without asking its author, to be spread into a problem. */
type Mechanical = { readonly fix: Fix } | undefined;

/** Writes a misspelt key as the one of `known` that is like it, where the mapping does not have that yet. */
export function renameKey(file: YamlFile, map: YAMLMap, key: Node, known: readonly string[]): Mechanical {
  const name = onlyNearName(keyText(key), known);
  if (name === null || name === keyText(key) || hasKey(map, name)) return undefined;
  return replacing(file, key, name, `Write \`${name}\``);
}

/** Puts a value in quotes that YAML reads as something else than the text it is meant as. */
export function quoteValue(file: YamlFile, node: Node): Mechanical {
  const [start, end] = file.span(node);
  const text = file.source.text.slice(start, end);
  const isValue = isScalar(node) && node.value !== null && typeof node.value !== 'string';
  if ((!isValue && !isSentence(node)) || /[\r\n]/.test(text) || hasProperties(node)) return undefined;
  return replacing(file, node, JSON.stringify(text), 'Put it in quotes');
}

/** Makes a list of one text that stands in place of a list; one with a comma may be meant as several. */
export function listValue(file: YamlFile, node: Node): Mechanical {
  if (!isScalar(node) || typeof node.value !== 'string' || !isOneWord(node.value) || hasProperties(node))
    return undefined;
  return replacing(file, node, `[${JSON.stringify(node.value)}]`, 'Make it a list');
}

/** Writes `true` or `false` for the words that YAML 1.1 had for them. */
export function booleanValue(file: YamlFile, node: Node): Mechanical {
  if (!isScalar(node) || typeof node.value !== 'string' || hasProperties(node)) return undefined;
  const value = { yes: 'true', on: 'true', no: 'false', off: 'false' }[node.value.toLowerCase()];
  return value === undefined ? undefined : replacing(file, node, value, `Write ${value}`);
}

/** Removes the `+` before a key, where the mapping does not have the key without it. */
export function removePlus(file: YamlFile, map: YAMLMap, key: Node): Mechanical {
  const name = keyText(key).replace(/^\+/, '');
  const [start] = file.span(key);
  const plus = /^["']?\+/.exec(file.source.text.slice(start, start + 2))?.[0].length;
  if (plus === undefined || name === '' || name.startsWith('+') || hasKey(map, name)) return undefined;
  const edit = { start: start + plus - 1, end: start + plus, text: '' };
  return { fix: { title: 'Remove the "+"', edits: [edit] } };
}

function hasKey(map: YAMLMap, name: string): boolean {
  return map.items.some((pair) => keyText(pair.key) === name);
}

/** A text that its colon has made a mapping. */
function isSentence(node: Node): boolean {
  if (!isMap(node) || node.flow === true || node.items.length !== 1) return false;
  const [pair] = node.items;
  const isPlain = (part: unknown) =>
    part === null || (isScalar(part) && part.type === 'PLAIN' && !hasProperties(part));
  return isPlain(pair?.key) && isPlain(pair?.value);
}

function isOneWord(text: string): boolean {
  return /^[^\s,;]+$/.test(text);
}

/** Whether it has an anchor or a tag, which would be lost. */
function hasProperties(node: Node): boolean {
  return ('anchor' in node && node.anchor !== undefined) || node.tag?.startsWith('!') === true;
}

function replacing(file: YamlFile, node: Node, text: string, title: string): Mechanical {
  const [start, end] = file.span(node);
  return { fix: { title, edits: [{ start, end, text }] } };
}

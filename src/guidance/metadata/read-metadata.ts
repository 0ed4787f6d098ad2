import * as v from 'valibot';
import { isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import { entriesOf, warnUnknown } from '../../content/entries.ts';
import { quoteValue } from '../../content/text/fixes.ts';
import { addProblems, keyText, readingWithin, type YamlFile } from '../../content/yaml-file.ts';
import { noMetadata, type ScopeMetadata } from '../../model/guidance.ts';
import { scopeNamePattern } from '../../model/names/scope-name.ts';
import type { Problem } from '../../model/problems/problem.ts';
import { explainIssues } from '../read/explain-issue.ts';
import { authSchema, metadataSchema } from './metadata-schema.ts';
import { readLintIgnore } from './read-lint-ignore.ts';

const emptyMetadata: ScopeMetadata = { ...noMetadata, parentsAt: [] };

/** What metadata.yml says of a scope; problems hold every mistake with its place. It can pause: there may be tens of thousands of tags. */
export function* readingMetadata(
  file: YamlFile,
): Generator<void, { metadata: ScopeMetadata; problems: Problem[] }> {
  const problems: Problem[] = [];
  const metadata = yield* readingWithin(file, emptyMetadata, problems, () => reading(file, problems));
  return { metadata, problems };
}

function* reading(file: YamlFile, problems: Problem[]): Generator<void, ScopeMetadata> {
  const root = file.follow(file.root);
  if (root === null || (isScalar(root) && root.value === null)) return emptyMetadata;
  if (!isMap(root)) {
    problems.push(
      file.problem(root, 'wrong-type', 'the file is not a mapping', 'Start with a key, like "description:"'),
    );
    return emptyMetadata;
  }
  const keyNodes = new Map(root.items.map((pair) => [keyText(pair.key), pair.key as Node]));
  const keys = Object.keys(metadataSchema.entries);
  warnUnknown(file, root, keys, 'metadata.yml', problems, () => 'Put values of your own under `tags`');
  const roles = valueOfKey(file, root, 'auth');
  if (isMap(roles)) warnUnknown(file, roles, Object.keys(authSchema.entries), '`auth` of metadata', problems);
  const tags = valueOfKey(file, root, 'tags');
  if (isSeq(tags)) {
    const hint = 'Write a mapping, like "team: checkout"';
    problems.push(file.problem(tags, 'wrong-type', '`tags` of metadata is a list, not a mapping', hint));
  }
  if (isMap(tags)) addProblems(problems, unquotedBooleans(file, tags));
  const lintIgnore = readLintIgnore(file, valueOfKey(file, root, 'lint_ignore'), problems);
  const plain: [string, unknown][] = [];
  for (const { name, value } of entriesOf(root)) {
    yield;
    if (name !== 'lint_ignore') plain.push([name, file.toPlain(value)]);
  }
  yield;
  const result = v.safeParse(metadataSchema, Object.fromEntries(plain));
  yield;
  if (!result.success) {
    addProblems(problems, explainIssues(file, root, 'metadata', result.issues));
    return legibleMetadata(file, root);
  }
  const { description, parent, parents, auth } = result.output;
  if (parent !== undefined && parents !== undefined) {
    const node = keyNodes.get('parents');
    problems.push(
      file.problem(node, 'parent-and-parents', '`parent` and `parents` are both given', 'Keep one of them'),
    );
  }
  const named = parents ?? (parent === undefined ? [] : [parent]);
  const placeOf = parentNodes(file, root);
  for (const name of named) {
    if (scopeNamePattern.test(name)) continue;
    const node = placeOf(name);
    problems.push(
      file.problem(
        node,
        'invalid-scope-name',
        `parent "${name}" cannot be a scope name`,
        'Use A-Z, a-z, 0-9, "_" and "-"',
      ),
    );
  }
  return {
    description: description?.trim() ?? '',
    tags: tagTexts(file, root),
    parents: named,
    parentsAt: named.map((name) => placeText(file, placeOf(name))),
    access: auth === undefined ? null : { acceptedRoles: auth.accepted_roles, rolesClaim: auth.roles_claim },
    ...(lintIgnore.length > 0 && { lintIgnore }),
  };
}

/** What can be read of metadata with a mistake, for whoever judges the rest of the scope: it is never served. */
function legibleMetadata(file: YamlFile, root: YAMLMap): ScopeMetadata {
  const list = valueOfKey(file, root, 'parents');
  const named = [valueOfKey(file, root, 'parent'), ...(isSeq(list) ? list.items : [])]
    .map((node) => file.follow(node as Node | null))
    .flatMap((node) => (isScalar(node) && typeof node.value === 'string' ? [node.value] : []));
  const parents = named.filter((name) => scopeNamePattern.test(name));
  const placeOf = parentNodes(file, root);
  return {
    ...emptyMetadata,
    tags: tagTexts(file, root),
    parents,
    parentsAt: parents.map((name) => placeText(file, placeOf(name))),
  };
}

function placeText(file: YamlFile, node: Node | null | undefined): string {
  const { line, column } = file.place(node ?? null);
  return `${file.path}:${line}:${column}`;
}

function valueOfKey(file: YamlFile, map: YAMLMap, name: string): Node | null {
  return file.follow(map.items.find((pair) => keyText(pair.key) === name)?.value);
}

/** Tags are texts: to a condition, "false" is as true as any other. */
function unquotedBooleans(file: YamlFile, tags: YAMLMap): Problem[] {
  return entriesOf(tags).flatMap(({ name, value }) => {
    if (!isScalar(value) || typeof value.value !== 'boolean') return [];
    const written = value.source ?? String(value.value);
    const message = `the tag \`${name}\` is the text "${written}", not a truth value`;
    const hint = `Write "${written}" in quotes, and compare with it: scope.tags.${name} == '${written}'`;
    const problem = file.problem(value, 'unquoted-boolean', message, hint, 'warning');
    return [{ ...problem, ...quoteValue(file, value) }];
  });
}

/** Tags as they are spelled: `1.10` is a text that happens to look like a number. */
function tagTexts(file: YamlFile, root: YAMLMap): Record<string, string> {
  const tags = valueOfKey(file, root, 'tags');
  if (!isMap(tags)) return {};
  const entries = tags.items.map((pair): [string, string] => {
    const value = file.follow(pair.value);
    if (!isScalar(value) || value.value === null) return [keyText(pair.key), ''];
    const text = typeof value.value === 'string' ? value.value : (value.source ?? String(value.value));
    return [keyText(pair.key), text];
  });
  return Object.fromEntries(entries);
}

/** Where a parent is named. */
function parentNodes(file: YamlFile, root: YAMLMap): (name: string) => Node | null {
  const single = valueOfKey(file, root, 'parent');
  const list = valueOfKey(file, root, 'parents');
  const items = isSeq(list) ? (list.items as Node[]) : [];
  const named = new Map(items.map((item) => [file.toPlain(item), item]));
  return (name) => named.get(name) ?? single ?? list;
}

import * as v from 'valibot';
import { isMap, type Node } from 'yaml';
import type { ScopeMetadata } from '../model/guidance.ts';
import { didYouMean } from '../model/nearest.ts';
import type { Problem } from '../model/problem.ts';
import { scopeNamePattern } from '../model/scope-name.ts';
import { explainIssue } from './explain-issue.ts';
import { metadataSchema } from './schemas.ts';
import { keyText, readWithin, type YamlFile } from './yaml-file.ts';

export const emptyMetadata: ScopeMetadata = { description: '', tags: {}, parents: [], access: null };

/** What metadata.yml says of a scope; problems hold every mistake with its place. */
export function readMetadata(file: YamlFile): { metadata: ScopeMetadata; problems: Problem[] } {
  const problems: Problem[] = [];
  const metadata = readWithin(file, emptyMetadata, problems, () => read(file, problems));
  return { metadata, problems };
}

function read(file: YamlFile, problems: Problem[]): ScopeMetadata {
  const root = file.follow(file.root);
  if (root === null || file.toPlain(root) === null) return emptyMetadata;
  if (!isMap(root)) {
    problems.push(
      file.problem(root, 'wrong-type', 'the file is not a mapping', 'Start with a key, like "description:"'),
    );
    return emptyMetadata;
  }
  const keyNodes = new Map(root.items.map((pair) => [keyText(pair.key), pair.key as Node]));
  for (const [key, node] of keyNodes) {
    if (key in metadataSchema.entries) continue;
    const meant = didYouMean(key, Object.keys(metadataSchema.entries));
    const hint = meant === null ? 'Put values of your own under `tags`' : `Did you mean \`${meant}\`?`;
    problems.push(
      file.problem(node, 'unknown-key', `\`${key}\` is not a key of metadata.yml`, hint, 'warning'),
    );
  }
  const result = v.safeParse(metadataSchema, file.toPlain(root));
  if (!result.success) {
    problems.push(...result.issues.map((issue) => explainIssue(file, root, 'metadata', issue)));
    return emptyMetadata;
  }
  const { description, parent, parents, tags = {}, auth } = result.output;
  if (parent !== undefined && parents !== undefined) {
    const node = keyNodes.get('parents');
    problems.push(
      file.problem(node, 'parent-and-parents', '`parent` and `parents` are both given', 'Keep one of them'),
    );
  }
  const named = parents ?? (parent === undefined ? [] : [parent]);
  for (const name of named) {
    if (scopeNamePattern.test(name)) continue;
    const node = keyNodes.get(parents === undefined ? 'parent' : 'parents');
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
    tags: Object.fromEntries(
      Object.entries(tags).map(([key, value]) => [key, value === null ? '' : String(value)]),
    ),
    parents: named,
    access: auth === undefined ? null : { acceptedRoles: auth.accepted_roles, rolesClaim: auth.roles_claim },
  };
}

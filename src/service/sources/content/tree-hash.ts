import { createHash } from 'node:crypto';

/** An entry of a tree of git, files in the trees below it too. */
export interface HashedFile {
  /** As git writes it: 100644, 100755. */
  readonly mode: string;
  readonly id: string;
  /** Below the tree, each byte one character. */
  readonly path: string;
}

interface Branch {
  readonly files: HashedFile[];
  readonly trees: Map<string, Branch>;
}

/** The id that git gives a blob; `length` is that of the ids of its repository. */
export function blobId(bytes: Uint8Array, length: number): string {
  return objectId('blob', bytes, length);
}

/** The id that git gives the tree of these files. */
export function treeId(files: readonly HashedFile[], length: number): string {
  const root: Branch = { files: [], trees: new Map() };
  for (const file of files) {
    const names = file.path.split('/');
    let branch = root;
    for (const name of names.slice(0, -1)) {
      const below: Branch = branch.trees.get(name) ?? { files: [], trees: new Map() };
      branch.trees.set(name, below);
      branch = below;
    }
    branch.files.push({ ...file, path: names.at(-1) ?? '' });
  }
  return idOf(root, length);
}

function idOf({ files, trees }: Branch, length: number): string {
  const entries = [
    ...files.map(({ mode, id, path }) => ({ order: path, mode, name: path, id })),
    // Git sorts a folder as if its name ended with a slash.
    ...[...trees].map(([name, tree]) => ({ order: `${name}/`, mode: '40000', name, id: idOf(tree, length) })),
  ].sort((a, b) => (a.order < b.order ? -1 : 1));
  const parts = entries.flatMap(({ mode, name, id }) => [
    Buffer.from(`${mode} ${name}\0`, 'latin1'),
    Buffer.from(id, 'hex'),
  ]);
  return objectId('tree', Buffer.concat(parts), length);
}

function objectId(type: string, bytes: Uint8Array, length: number): string {
  const hash = createHash(length === 64 ? 'sha256' : 'sha1');
  return hash.update(`${type} ${bytes.length}\0`).update(bytes).digest('hex');
}

import { join } from 'node:path';
import { isScalar, type Node, visit } from 'yaml';
import { type TextFailure, templateProblem } from '../../content/text/place-in-scalar.ts';
import { maxFileBytes, parseYamlFile, type YamlFile } from '../../content/yaml-file.ts';
import type { Problem } from '../../model/problems/problem.ts';
import { readOptionalFile } from '../../runtime/files/files.ts';
import { contentFile, contentKinds } from '../content-files.ts';

/**
 * The places in the files of these scopes where a template that failed is written, as problems with file, line and
 * column of the expression. Reads the files again: meant for debug logs.
 */
export async function locateTemplate(
  rulesPath: string,
  scopes: readonly string[],
  text: string,
  failure: TextFailure,
): Promise<Problem[]> {
  const files = scopes.flatMap((scope) => contentKinds.map((kind) => `${scope}/${contentFile(kind)}`));
  const found = await Promise.all(
    files.map(async (path) => {
      const bytes = await readOptionalFile(join(rulesPath, path), maxFileBytes).catch(() => null);
      const file = bytes === null ? null : parseYamlFile(path, bytes).file;
      return file === null
        ? []
        : scalarsWith(file, text).map((node) => templateProblem(path, file.scalar(node), text, failure));
    }),
  );
  return found.flat();
}

function scalarsWith(file: YamlFile, text: string): Node[] {
  const found: Node[] = [];
  visit(file.root, {
    Scalar(_, node) {
      if (isScalar(node) && node.value === text) found.push(node);
    },
  });
  return found;
}

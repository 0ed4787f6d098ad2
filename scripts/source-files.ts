// What the files of src/ import from one another, for the scripts that judge and count it.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { layers } from './layers.ts';

const src = fileURLToPath(new URL('../src', import.meta.url));

/** One `import`, `export … from` or `import()` of a file. */
export interface Import {
  readonly line: number;
  /** Undefined for `import(expression)`. */
  readonly specifier: string | undefined;
  /** The path below src of a file of ours; undefined for packages and for what is computed. */
  readonly target: string | undefined;
}

/** A file of src: its path there, with `/`. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  readonly imports: readonly Import[];
}

/** All TypeScript files of src/, sorted by path. */
export function readSources(): SourceFile[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => {
      const text = readFileSync(path.join(src, file), 'utf8');
      return { path: file, text, lines: text.split('\n').length - 1, imports: importsOf(file, text) };
    });
}

/** The imports of a file, type imports included. Comment lines are skipped; biome's formatting is taken for granted. */
function importsOf(file: string, text: string): Import[] {
  const code = text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  const statement = /^[ \t]*(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*(['"])([^'"\n]+)\1/gm;
  const dynamic = /(?<![\w.$])import\(\s*(?:(['"])([^'"\n]+)\1)?/g;
  const found: Import[] = [];
  for (const pattern of [statement, dynamic])
    for (const match of code.matchAll(pattern)) {
      const line = code.slice(0, match.index + match[0].search(/\S/)).split('\n').length;
      const specifier = match[2];
      const target = specifier?.startsWith('.')
        ? path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier))
        : undefined;
      found.push({ line, specifier, target });
    }
  return found.sort((a, b) => a.line - b.line);
}

/** `faces/http/server.ts` -> `faces/http`; `main.ts` -> `main.ts`; `service/operations/get-rules.ts` -> `service/operations`. */
export function layerOf(file: string): string {
  const parts = file.split('/');
  if (parts.length === 1) return file;
  const inner = parts.slice(0, 2).join('/');
  return inner in layers ? inner : (parts[0] ?? file);
}

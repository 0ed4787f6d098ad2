// Keeps src/ in layers, as the table in scripts/layers.ts has them.
// Type imports count. Run by `npm run check`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  computedImports,
  type Exception,
  exceptions,
  fileWriters,
  freePackages,
  layers,
  packageExceptions,
  pureBuiltins,
  writingCalls,
} from './layers.ts';

const src = fileURLToPath(new URL('../src', import.meta.url));

interface Import {
  line: number;
  /** Undefined for `import(expression)`. */
  specifier: string | undefined;
}

/** All import, export-from and import() of a file. Comment lines are skipped; biome's formatting is taken for granted. */
function importsOf(text: string): Import[] {
  const code = text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  const statement = /^[ \t]*(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*(['"])([^'"\n]+)\1/gm;
  const dynamic = /(?<![\w.$])import\(\s*(?:(['"])([^'"\n]+)\1)?/g;
  const found: Import[] = [];
  for (const pattern of [statement, dynamic]) {
    for (const match of code.matchAll(pattern)) {
      const line = code.slice(0, match.index + match[0].search(/\S/)).split('\n').length;
      found.push({ line, specifier: match[2] });
    }
  }
  return found.sort((a, b) => a.line - b.line);
}

/** The names that a file imports to write files with, whatever it calls them; `*` for all of the file system at once. */
function writingImports(text: string): string[] {
  const imports = text.matchAll(/^import (?!type\b)([^'"]*?) from 'node:fs(?:\/promises)?'/gm);
  return [...imports].flatMap(([, names = '']) => {
    if (!names.startsWith('{')) return ['*'];
    const all = names
      .slice(1, -1)
      .split(',')
      .map((name) => name.trim().split(' ')[0] ?? '');
    return all.filter((name) => writingCalls.test(name) || name === 'promises' || name === 'default');
  });
}

/** `faces/http/server.ts` -> `faces/http`; `main.ts` -> `main.ts`; `service/operations/get-rules.ts` -> `service/operations`. */
function layerOf(file: string): string {
  const parts = file.split('/');
  if (parts.length === 1) return file;
  const inner = parts.slice(0, 2).join('/');
  return inner in layers ? inner : (parts[0] ?? file);
}

function allows(patterns: string[], name: string): boolean {
  return patterns.some((pattern) => {
    if (!pattern.endsWith('/*')) return pattern === '*' || pattern === name;
    return name === pattern.slice(0, -2) || name.startsWith(pattern.slice(0, -1));
  });
}

/** What is wrong with one import, and what to do; undefined when nothing is. */
function judge(file: string, layer: string, { specifier }: Import): string | undefined {
  const may = layers[layer];
  if (!may) return `src/${layer} is not in the table of layers; give it a row in scripts/layers.ts`;

  if (specifier === undefined) {
    if (computedImports.includes(layer)) return undefined;
    return `import() of a computed path; only ${computedImports.join(', ')} may load what is known at run time only`;
  }

  if (specifier.startsWith('.')) {
    const target = targetOf(file, specifier);
    if (target.startsWith('..')) return `'${specifier}' leaves src/; move what is needed into src/`;
    const wanted = layerOf(target);
    if (wanted === layer || may.folders.includes(wanted)) return undefined;
    if (isExcepted(file, target)) return undefined;
    const list = may.folders.join(', ') || 'nothing';
    return `${layer} may not import ${wanted} (it may import: ${list}); move the shared part down, or pass it in as an argument`;
  }

  if (isBuiltin(specifier)) {
    const name = specifier.replace(/^node:/, '').split('/')[0] ?? specifier;
    if (pureBuiltins.includes(name) || allows(may.node ?? [], name)) return undefined;
    return `${layer} may not import ${specifier}; the world comes in as an argument, or from a folder that owns it (${homesOf('node', name)})`;
  }

  const permitted = [...freePackages, ...(may.packages ?? []), ...(packageExceptions[file] ?? [])];
  if (allows(permitted, specifier)) return undefined;
  return `${layer} may not import the package ${specifier}; its home is ${homesOf('packages', specifier)}`;
}

const used = new Set<Exception>();

function isExcepted(file: string, target: string): boolean {
  const isIn = (path: string, place: string) => path === place || path.startsWith(`${place}/`);
  const found = exceptions.filter((one) => isIn(file, one.file) && isIn(target, one.target));
  for (const one of found) used.add(one);
  return found.length > 0;
}

function homesOf(kind: 'packages' | 'node', name: string): string {
  const homes = Object.keys(layers).filter((layer) => allows(layers[layer]?.[kind] ?? [], name));
  return homes.join(', ') || 'nowhere yet: add it to the table if it is needed';
}

/** The path below src that a relative specifier of `file` means. */
function targetOf(file: string, specifier: string): string {
  return path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
}

/** One path for each group of files that import one another in a circle. */
function cyclesOf(graph: Map<string, string[]>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, trail: string[]): void => {
    const seen = trail.indexOf(file);
    if (seen >= 0) {
      cycles.push([...trail.slice(seen), file]);
      return;
    }
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return cycles;
}

const files = (existsSync(src) ? readdirSync(src, { recursive: true, encoding: 'utf8' }) : [])
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => file.endsWith('.ts'))
  .sort();

const violations: string[] = [];
const graph = new Map<string, string[]>();
for (const file of files) {
  const text = readFileSync(path.join(src, file), 'utf8');
  const imports = importsOf(text);
  for (const name of fileWriters.includes(file) ? [] : writingImports(text))
    violations.push(
      `src/${file}:1: it imports ${name} to write files; runtime/write-file.ts does that, in places that it judges`,
    );
  for (const found of imports) {
    const problem = judge(file, layerOf(file), found);
    if (problem) violations.push(`src/${file}:${found.line}: ${problem}`);
  }
  const relative = imports.flatMap(({ specifier }) => (specifier?.startsWith('.') ? [specifier] : []));
  graph.set(file, [...new Set(relative.map((specifier) => targetOf(file, specifier)))]);
}
for (const { file, target } of exceptions.filter((one) => !used.has(one))) {
  violations.push(`src/${file}:1: it imports ${target} no more; remove the exception from scripts/layers.ts`);
}
for (const cycle of cyclesOf(graph)) {
  violations.push(
    `src/${cycle[0]}:1: import cycle ${cycle.join(' -> ')}; move what both need into a file of its own`,
  );
}

if (violations.length > 0) {
  console.error(violations.join('\n'));
  console.error(`\n${violations.length} imports break the layers (table: scripts/layers.ts).`);
  process.exitCode = 1;
} else {
  console.log(`${files.length} files keep the layers.`);
}

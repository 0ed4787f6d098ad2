// Keeps src/ in layers, as the table in scripts/layers.ts has them.
// Type imports count. Run by `npm run check`.
import { isBuiltin } from 'node:module';
import { enteredShare, filesByFolder, ground, houseOf, housesOf } from './houses.ts';
import {
  computedImports,
  doors,
  type Exception,
  exceptions,
  fileWriters,
  freePackages,
  layers,
  packageExceptions,
  pureBuiltins,
  tables,
  writingCalls,
} from './layers.ts';
import { type Import, layerOf, readSources } from './source-files.ts';

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

function allows(patterns: string[], name: string): boolean {
  return patterns.some((pattern) => {
    if (!pattern.endsWith('/*')) return pattern === '*' || pattern === name;
    return name === pattern.slice(0, -2) || name.startsWith(pattern.slice(0, -1));
  });
}

/** What is wrong with one import, and what to do; undefined when nothing is. */
function judge(file: string, layer: string, { specifier, target }: Import): string | undefined {
  const may = layers[layer];
  if (!may) return `src/${layer} is not in the table of layers; give it a row in scripts/layers.ts`;

  if (specifier === undefined) {
    if (computedImports.includes(layer) || computedImports.includes(file)) return undefined;
    return `import() of a computed path; only ${computedImports.join(', ')} may load what is known at run time only`;
  }

  if (target !== undefined) {
    if (target.startsWith('..')) return `'${specifier}' leaves src/; move what is needed into src/`;
    const wanted = layerOf(target);
    if (wanted === layer || may.folders.includes(wanted) || isExcepted(file, target))
      return isOpen(file, target)
        ? undefined
        : `src/${target} is private to its folder; import one of its doors (${doors[houseOf(target)]?.join(', ')}), or make it one in scripts/layers.ts`;
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

/** Files beside each other: in a folder at most, and on average. */
const most = 25;
const average = 8;
/** Of the files outside of the ground, those that other folders import. */
const share = 0.25;

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

/** Whether a file may import another one as far as doors go. */
function isOpen(file: string, target: string): boolean {
  const house = houseOf(target);
  if (house === houseOf(file) || ground.includes(house) || house === target) return true;
  return doors[house]?.some((door) => `${house}/${door}` === target) ?? false;
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

const files = readSources();
const violations: string[] = [];
const graph = new Map<string, string[]>();
for (const { path, text, imports } of files) {
  for (const name of fileWriters.includes(path) ? [] : writingImports(text))
    violations.push(
      `src/${path}:1: it imports ${name} to write files; runtime/files/write-file.ts does that, in places that it judges`,
    );
  for (const found of imports) {
    const problem = judge(path, layerOf(path), found);
    if (problem) violations.push(`src/${path}:${found.line}: ${problem}`);
  }
  graph.set(path, [...new Set(imports.flatMap(({ target }) => target ?? []))]);
}
for (const { file, target } of exceptions.filter((one) => !used.has(one))) {
  violations.push(`src/${file}:1: it imports ${target} no more; remove the exception from scripts/layers.ts`);
}
for (const cycle of cyclesOf(graph)) {
  violations.push(
    `src/${cycle[0]}:1: import cycle ${cycle.join(' -> ')}; move what both need into a file of its own`,
  );
}

const houses = housesOf(files);
for (const { name, entered } of houses)
  for (const door of doors[name] ?? [])
    if (!entered.includes(`${name}/${door}`))
      violations.push(
        `src/${name}/${door}:1: no other folder imports it; take it off the doors in scripts/layers.ts`,
      );
const folders = filesByFolder(files);
for (const [folder, count] of folders)
  if (count > most && !tables.includes(folder))
    violations.push(`src/${folder}: ${count} files beside each other; give what belongs together a folder`);
if (files.length / folders.size > average)
  violations.push(`src: more than ${average} files a folder; give what belongs together a folder`);
if (enteredShare(houses) > share)
  violations.push(`src: more than ${share * 100} % of the files are doors; have one door load the rest`);
if (violations.length > 0) {
  console.error(violations.join('\n'));
  console.error(`\n${violations.length} imports break the layers (table: scripts/layers.ts).`);
  process.exitCode = 1;
} else {
  console.log(`${files.length} files keep the layers.`);
}

// Keeps src/ in layers. The table is the architecture: what each folder may import, lower layers first.
// Type imports count. Run by `npm run check`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

interface Layer {
  /** Folders (or files) of src it may import, besides itself. */
  folders: string[];
  /** npm packages; `hono/*` stands for the package and all its subpaths. */
  packages?: string[];
  /** Node modules that touch the world; those in `pureBuiltins` are free to all. */
  node?: string[];
}

const words = ['model'];
const ground = [...words, 'config', 'runtime'];
const core = [...ground, 'content', 'resolve', 'template'];
const guided = [...core, 'render', 'guidance'];
const leaves = ['federation', 'feedback', 'auth', 'plugins', 'lint', 'setup'];
const service = ['service', 'service/operations'];
const domain = [...guided, ...leaves, ...service, 'doctor'];
/** What faces may import; what else one of them needs is an exception, with its reason. */
const served = [...ground, ...service];

const layers: Record<string, Layer> = {
  // The ground: words and codes, the table of settings, log, clock, cache, atomic files.
  model: { folders: [] },
  runtime: {
    folders: words,
    packages: ['ofetch', 'quick-lru', 'undici'],
    node: ['fs', 'os', 'readline', 'timers', 'perf_hooks', 'tls'],
  },
  config: { folders: [...words, 'runtime'] },

  // The core: YAML to nodes with places, expressions, lineage.
  content: { folders: [...words, 'runtime'], packages: ['yaml'] },
  template: { folders: [...words, 'runtime'] },
  resolve: { folders: ground },

  // Texts with templates, and Markdown.
  render: { folders: core },

  // The kinds of guidance, one folder each, and what is made of all of them.
  guidance: { folders: [...core, 'render'], packages: ['yaml', 'sax', 'tinyglobby'], node: ['fs'] },

  // The leaves: each with its own concern; none knows another.
  federation: {
    folders: guided,
  },
  feedback: { folders: core, node: ['fs'] },
  auth: {
    folders: core,
    packages: ['openid-client', 'jose'],
    // `process` for the ids in lock files, and whether their owners live.
    node: ['fs', 'os', 'http', 'https', 'net', 'tls', 'child_process', 'process', 'timers'],
  },
  plugins: { folders: guided, packages: ['import-meta-resolve'], node: ['fs', 'os', 'child_process'] },
  // It judges templates in the context that answers give them.
  lint: { folders: guided, node: ['fs'] },

  // Starter files, and the configuration files of clients.
  setup: { folders: [...ground, 'guidance'], packages: ['jsonc-parser', 'smol-toml'], node: ['fs'] },

  // What operations work with, then what a user can ask for: one file each, with the table of them all beside the folder.
  'service/runtime': { folders: [...guided, ...leaves] },
  'service/operations': { folders: [...guided, ...leaves, 'service', 'service/runtime'] },
  service: { folders: [...guided, ...leaves, 'service/runtime', 'service/operations'] },
  // It looks over all of an installation.
  doctor: { folders: [...guided, ...leaves, 'service'], node: ['fs'] },

  // The faces: each speaks one protocol; none knows another.
  'faces/mcp': { folders: served, packages: ['@modelcontextprotocol/server/*', '@valibot/to-json-schema'] },
  'faces/http': {
    folders: served,
    packages: ['hono/*', '@hono/*', '@valibot/to-json-schema', 'eta/*', 'markdown-it'],
    node: ['fs', 'http', 'https', 'net', 'tls'],
  },
  'faces/cli': {
    folders: served,
    packages: ['clipanion'],
    node: ['fs', 'os', 'child_process', 'readline', 'tty'],
  },

  // The faces for programs that take them in: types of their own, which need no package.
  embed: { folders: ['faces/mcp', 'faces/http', ...domain] },

  // The two ends: what a program may import from us, and the program, which wires everything.
  'index.ts': { folders: ['embed', ...domain] },
  'main.ts': { folders: ['embed', 'faces/mcp', 'faces/http', 'faces/cli', ...domain], node: ['*'] },
};

interface Exception {
  /** A file or folder. */
  file: string;
  /** What it may import besides: a file or folder. */
  target: string;
  reason: string;
}

const exceptions: Exception[] = [
  {
    file: 'faces/cli',
    target: 'render',
    reason: 'What commands print of their own is written with the helpers that write answers.',
  },
  { file: 'faces/cli/doctor-command.ts', target: 'doctor', reason: 'It looks after the installation.' },
  { file: 'faces/cli/init-command.ts', target: 'setup', reason: 'It makes an installation.' },
  { file: 'faces/cli/lint-command.ts', target: 'lint', reason: 'It checks files that may be on no server.' },
  {
    file: 'faces/cli/login-commands.ts',
    target: 'auth',
    reason: 'The login is of a person, not of a service.',
  },
  {
    file: 'faces/cli/feedback-commands.ts',
    target: 'feedback',
    reason: 'A log of any length is listed entry by entry, which no answer can be.',
  },
  {
    file: 'faces/cli/tenka-import-command.ts',
    target: 'guidance/stories/results',
    reason: 'It reads reports that are on this machine.',
  },
  {
    file: 'faces/cli/tenka-import-view.ts',
    target: 'guidance/stories/results',
    reason: 'It shows what that command did.',
  },
  {
    file: 'faces/http/access.ts',
    target: 'auth/verify-token.ts',
    reason: 'A token is checked before there is anything to ask the service.',
  },
  {
    file: 'faces/http/explorer',
    target: 'guidance/katas/flowchart',
    reason: 'A picture numbers its boxes as the texts number their steps.',
  },
  {
    file: 'faces/http/explorer/flowchart-picture.ts',
    target: 'render/markdown.ts',
    reason: 'It puts texts on one line as the steps do.',
  },
];

/** Packages that every folder may import. */
const freePackages = ['valibot'];

/** Node modules that compute and do not touch the world. */
const pureBuiltins = [
  'assert',
  'async_hooks',
  'buffer',
  'crypto',
  'events',
  'path',
  'stream',
  'string_decoder',
  'url',
  'util',
];

/** Single files that may import a package whose home is elsewhere. */
const packageExceptions: Record<string, string[]> = {
  'render/yaml-text.ts': ['yaml'],
};

/** Folders whose job includes loading a module that is only known at run time. */
const computedImports = ['plugins'];

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
  if (!may) return `src/${layer} is not in the table of layers; give it a row in scripts/check-layers.ts`;

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
  const imports = importsOf(readFileSync(path.join(src, file), 'utf8'));
  for (const found of imports) {
    const problem = judge(file, layerOf(file), found);
    if (problem) violations.push(`src/${file}:${found.line}: ${problem}`);
  }
  const relative = imports.flatMap(({ specifier }) => (specifier?.startsWith('.') ? [specifier] : []));
  graph.set(file, [...new Set(relative.map((specifier) => targetOf(file, specifier)))]);
}
for (const { file, target } of exceptions.filter((one) => !used.has(one))) {
  violations.push(
    `src/${file}:1: it imports ${target} no more; remove the exception from scripts/check-layers.ts`,
  );
}
for (const cycle of cyclesOf(graph)) {
  violations.push(
    `src/${cycle[0]}:1: import cycle ${cycle.join(' -> ')}; move what both need into a file of its own`,
  );
}

if (violations.length > 0) {
  console.error(violations.join('\n'));
  console.error(`\n${violations.length} imports break the layers (table: scripts/check-layers.ts).`);
  process.exitCode = 1;
} else {
  console.log(`${files.length} files keep the layers.`);
}

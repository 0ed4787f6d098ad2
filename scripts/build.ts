// Bundles the program into dist/: `npm run build` (with type declarations), and the tests' global setup (without).
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  type InputOptions,
  type OutputChunk,
  type OutputOptions,
  type Plugin,
  type RolldownOutput,
  rolldown,
} from 'rolldown';
import { buildTypes } from './build-types.ts';
import { alwaysTogether, inputOptions, outputOptions } from './bundler.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = path.join(root, 'dist');
const modules = path.join(root, 'node_modules');

/** Files of dist/, path relative to dist -> content. */
type Files = Map<string, Uint8Array | string>;

/**
 * Builds dist/ from src/. A program that runs from an older build keeps working until its next lazy import:
 * files are replaced by rename, entry points last, and leftovers are removed at the end. `readable` is for measuring: code
 * as it was written, with source maps beside it.
 */
export async function build(options: { types?: boolean; readable?: boolean } = {}): Promise<void> {
  const { code } = await bundle(options.readable === true);
  const files: Files = new Map([...code, ...(await swaggerAssets())]);

  const isEntry = (name: string) => !name.includes('/') && name.endsWith('.js');
  const ordered = [...files].sort(([a], [b]) => Number(isEntry(a)) - Number(isEntry(b)));
  for (const [name, content] of ordered) await replace(path.join(dist, name), content);
  await chmod(path.join(dist, 'main.js'), 0o755);
  await removeLeftovers(files);

  if (options.types) await buildTypes(path.join(dist, 'types'));
}

/** The code of dist/, and the files, relative to the project, that it is made of. */
export async function bundle(readable: boolean): Promise<{ code: Files; inputs: string[] }> {
  const parts = [
    await bundlePart(
      { input: { ...lent, index: 'src/index.ts' } },
      { codeSplitting: { groups: alwaysTogether } },
      readable,
    ),
    // By itself, so that a hook loads nothing of the rest, and no start of the rest anything of the hooks.
    await bundlePart({ input: { main: 'src/main.ts' }, plugins: [lentParts, lightBuiltins] }, {}, readable),
  ];
  const output = parts.flat();
  const code: Files = new Map(
    output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]),
  );
  const later = servedChunks(output);
  for (const { fileName, dynamicImports } of later) {
    const imports = dynamicImports.map((name) => `import(${JSON.stringify(`./${path.basename(name)}`)})`);
    if (imports.length > 0)
      code.set(fileName, `${code.get(fileName)}\nexport const $later=()=>[${imports}];`);
  }
  code.set('served.json', JSON.stringify(later.map(({ fileName }) => fileName)));
  const sources = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  const inputs = sources.filter((id) => path.isAbsolute(id)).map((id) => path.relative(root, id));
  return { code, inputs: inputs.map((input) => input.split(path.sep).join('/')) };
}

/** The modules that a server begins with. */
const served = [
  'src/faces/http/listener/start.ts',
  'src/embed/mcp-mount.ts',
  'src/service/tasks/watch-content.ts',
];

/** The files of dist/ that a server may load while it runs, for `loadServed`: what those modules import, now and later. */
function servedChunks(output: readonly RolldownOutput['output'][number][]): OutputChunk[] {
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));
  const isRoot = (id: string) => served.some((name) => id === path.join(root, name));
  const queue = [...chunks.values()].filter(({ moduleIds }) => moduleIds.some(isRoot));
  const found = new Set(queue);
  for (const { imports, dynamicImports } of queue) {
    for (const name of [...imports, ...dynamicImports]) {
      const chunk = chunks.get(name);
      if (chunk === undefined || chunk.isEntry || found.has(chunk)) continue;
      found.add(chunk);
      queue.push(chunk);
    }
  }
  return [...found].sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
}

/** What main.ts loads of the program, by the name of its file in dist/. */
const lent: Readonly<Record<string, string>> = {
  program: 'src/program.ts',
  'fresh-scope': 'src/service/tasks/hooks/fresh-scope.ts',
  'import-module': 'src/plugins/load/import-module.ts',
};

/** Leaves these parts where the other bundle has them. */
const lentParts: Plugin = {
  name: 'lent-parts',
  resolveId(source) {
    const name = path.basename(source, '.ts');
    return Object.hasOwn(lent, name) ? { id: `./${name}.js`, external: true } : null;
  },
};

/**
 * Takes the modules of Node.js as they are; main.ts goes another way where Node.js does not offer that. An import reads every name of a module, and those of `process` make its three
 * streams, those of `fs` load what streams need.
 */
const lightBuiltins: Plugin = {
  name: 'light-builtins',
  resolveId: (source) => (/^node:(?:fs|fs\/promises|os|path|process)$/.test(source) ? `\0${source}` : null),
  async load(id) {
    if (!id.startsWith('\0node:')) return null;
    const name = id.slice(1);
    if (name === 'node:process') return 'export default globalThis.process;';
    const names = Object.keys(await import(name)).filter((one) => one !== 'default');
    return [
      'const nothing = new Proxy(() => {}, { get: () => nothing });',
      `const module = globalThis.process.getBuiltinModule?.('${name}') ?? nothing;`,
      ...names.map((one) => `export const ${one} = /* @__PURE__ */ (() => module.${one})();`),
    ].join('\n');
  },
};

async function bundlePart(
  input: InputOptions,
  output: OutputOptions,
  readable: boolean,
): Promise<RolldownOutput['output']> {
  const bundled = await rolldown({ ...inputOptions, ...input });
  const made = await bundled.generate({
    ...outputOptions(readable),
    banner: ({ name, isEntry }) => (isEntry && name === 'main' ? '#!/usr/bin/env node' : ''),
    ...output,
  });
  await bundled.close();
  return made.output;
}

/** The files of Swagger UI that /docs needs; served by us, so that the page works without internet. */
async function swaggerAssets(): Promise<Files> {
  const names = [
    ...['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'],
    ...['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt'],
  ];
  const read = async (name: string) =>
    [`swagger-ui/${name}`, await readFile(path.join(modules, 'swagger-ui-dist', name))] as const;
  return new Map(await Promise.all(names.map(read)));
}

/** Writes a file by rename; leaves it alone when the content is the same. */
async function replace(file: string, content: Uint8Array | string): Promise<void> {
  const wanted = Buffer.from(content);
  const present = await readFile(file).catch(() => undefined);
  if (present?.equals(wanted)) return;
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, wanted);
  await rename(draft, file);
}

async function removeLeftovers(files: Files): Promise<void> {
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(dist, file).split(path.sep).join('/');
    if (!entry.isFile() || files.has(name) || name.startsWith('types/') || name.endsWith('.tmp')) continue;
    await rm(file, { force: true });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const start = performance.now();
  await build({ types: process.argv.includes('--types') });
  console.log(`Built dist/ in ${Math.round(performance.now() - start)} ms.`);
}

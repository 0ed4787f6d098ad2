// How sources become the code that runs: the program's in dist/, and what bench/ measures it against.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CodeSplittingGroup, InputOptions, OutputOptions } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = path.join(root, 'node_modules');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

export const inputOptions: InputOptions = {
  cwd: root,
  platform: 'node',
  transform: { target: 'node20', define: { __PRECEPT_VERSION__: JSON.stringify(version) } },
  // A package that is not there would be missing at run time.
  onLog(level, log, give) {
    give(log.code === 'UNRESOLVED_IMPORT' ? 'error' : level, log);
  },
  resolve: {
    // These offer Node only a CommonJS build, which can neither be split nor shaken; their ES modules can.
    alias: {
      yaml: path.join(modules, 'yaml/browser/index.js'),
      '@modelcontextprotocol/server/_shims': path.join(root, 'scripts/shims/mcp-shims.ts'),
      'jsonc-parser': path.join(modules, 'jsonc-parser/lib/esm/main.js'),
      // Without its own `fetch` for versions of Node that have none.
      ofetch: path.join(modules, 'ofetch/dist/index.mjs'),
      clipanion: path.join(modules, 'clipanion/lib/advanced/index.mjs'),
    },
  },
};

/** `readable`: code as it was written, with source maps beside it. */
export function outputOptions(readable: boolean): OutputOptions {
  return {
    format: 'es',
    entryFileNames: '[name].js',
    // Parts of a group would carry the names of all entries that need them.
    chunkFileNames: ({ name }) => `chunks/${name.split('~', 1)[0]}-[hash].js`,
    // Names stay, so that what a user reports can be read.
    minify: !readable && { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    sourcemap: readable && 'hidden',
  };
}

const files = readdirSync(fileURLToPath(new URL('../src', import.meta.url)), {
  recursive: true,
  encoding: 'utf8',
}).map((file) => file.replaceAll('\\', '/'));

/** What the paths of these modules match. An Error for a name that no file has any more. */
function sources(...names: string[]): RegExp {
  for (const name of names)
    if (!files.some((file) => new RegExp(`^(?:${name})\\.ts$`).test(file)))
      throw new Error(`scripts/bundler.ts names ${name}, which no file of src/ is`);
  return new RegExp(`src/(${names.join('|')})\\.ts$`.replaceAll('/', '[\\\\/]'));
}

/**
 * Modules, with all they import, that are loaded as few files where each alone would cost some 0.5 ms: what every start needs, and
 * of what only some need the parts that go together, so that no command loads the protocol and no listener the commands.
 */
export const alwaysTogether: CodeSplittingGroup[] = [
  {
    name: 'core',
    test: sources(
      'service/open-service',
      'runtime/files/find-project',
      'model/(version|text/plain-line)',
      'guidance/content-files',
      'faces/cli/plain-stdio',
      // What a start or every command needs of the protocol and of masters; it would bring them along.
      'service/tasks/offered-tools',
      'runtime/http/refusal-reason',
      'config/values/base-folder',
    ),
    priority: 3,
  },
  { name: 'yaml', test: sources('content/plain-yaml'), priority: 2 },
  { name: 'operations', test: sources('service/operations', 'faces/mcp/frequent/call-plainly'), priority: 2 },
  { name: 'stdio', test: sources('faces/mcp/stdio'), priority: 3 },
  { name: 'mcp', test: sources('faces/mcp/sdk-connection'), priority: 1 },
  { name: 'files', test: sources('runtime/files/(own-folder|write-file)'), priority: 1 },
  { name: 'forms', test: sources('service/runtime/content/form-files'), priority: 1 },
  {
    name: 'answer',
    test: sources(
      'guidance/(read/read-scope|resolve/(resolve-scope|local-texts|template-context))',
      'service/runtime/content/(answer-size|layer-forms|pass-over)',
      'guidance/(rules/kind/read-rules|katas/kind/read-katas|stories/kind/read-tenka)',
      // What masters and others share.
      '(model/origin|guidance/katas/kata-file|guidance/stories/results/message-line)',
      'service/answers/rules/(rules-answer|rules-markdown|rules-yaml)',
      'render/text-renderer',
      'template/render/render-template',
    ),
  },
  {
    name: 'bundles',
    test: sources(
      'federation/read-bundle',
      'service/runtime/federation/open-kept-files',
      'guidance/(rules/kind/rules-wire|katas/kind/katas-wire|stories/kind/stories-wire)',
    ),
  },
  { name: 'masters', test: sources('federation/(masters|copies/copies|master/live-content)') },
  {
    name: 'sources',
    test: sources(
      'service/runtime/sources/(open-sources|with-sources|open-packs)',
      'service/runtime/(diff-sides|content/write-bundle)',
    ),
  },
  { name: 'signed', test: sources('federation/master/manifest-content', 'config/values/master-keys') },
  { name: 'logins', test: sources('auth/tokens/authorizer') },
];

// How sources become the code that runs: the program's in dist/, and what bench/ measures it against.
import { readFileSync } from 'node:fs';
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

const sources = (...names: string[]) =>
  new RegExp(`src/(${names.join('|')})\\.ts$`.replaceAll('/', '[\\\\/]'));

/**
 * Modules, with all they import, that are loaded as few files where each alone would cost some 0.5 ms: what every start needs, and
 * of what only some need the parts that go together, so that no command loads the protocol and no listener the commands.
 */
export const alwaysTogether: CodeSplittingGroup[] = [
  {
    name: 'core',
    test: sources(
      'service/open-service',
      'runtime/find-project',
      'model/(version|plain-line)',
      'guidance/content-files',
      'faces/cli/plain-stdio',
    ),
    priority: 3,
  },
  { name: 'yaml', test: sources('content/plain-yaml'), priority: 2 },
  { name: 'operations', test: sources('service/(operations|count-reads)'), priority: 2 },
  { name: 'mcp', test: sources('faces/mcp/stdio'), priority: 1 },
  { name: 'files', test: sources('runtime/(own-folder|write-file)'), priority: 1 },
  {
    name: 'answer',
    test: sources(
      'guidance/(read-scope|resolve-scope|local-texts|template-context|answer-size)',
      'guidance/(rules/read-rules|katas/read-katas|stories/read-tenka)',
      // What masters and others share.
      '(model/origin|guidance/katas/kata-file|guidance/stories/message-line)',
      'guidance/rules/(rules-answer|rules-markdown|rules-yaml)',
      'render/text-renderer',
      'template/render-template',
    ),
  },
  {
    name: 'masters',
    test: sources(
      'federation/(masters|copies|live-content|read-bundle)',
      'service/runtime/open-kept-files',
      'guidance/(rules/rules-wire|katas/katas-wire|stories/stories-wire)',
    ),
  },
  { name: 'signed', test: sources('federation/manifest-content', 'config/master-keys') },
  { name: 'logins', test: sources('auth/authorizer') },
];

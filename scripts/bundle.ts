// `npm run bundle`: precept-<version>.mcpb, the program as one file for desktop hosts (MCPB manifest 0.3).
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Zippable, zipSync } from 'fflate';
import { operations } from '../src/service/operations.ts';
import { build } from './build.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What nobody can ask a program for that a desktop host starts over stdio: the package's own doors, and the pages of a listener's API. */
const neverAsked = /^dist\/(?:index\.js$|types\/|swagger-ui\/)/;

/** Writes the bundle of what dist/ holds into a folder; gives the path of the file. The same dist/ gives the same bytes. */
export async function writeBundle(folder: string): Promise<string> {
  const about = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const { name, version, type, license } = about;
  const files: Zippable = {
    'manifest.json': json(manifest(about)),
    // Without it Node would take the program for CommonJS.
    'package.json': json({ name, version, type, license }),
  };
  for (const file of ['LICENSE', 'THIRD-PARTY-LICENSES']) files[file] = await readFile(path.join(root, file));
  for (const part of ['dist', 'schemas']) {
    for (const entry of await readdir(path.join(root, part), { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      const inside = path.relative(root, file).split(path.sep).join('/');
      const wanted = entry.isFile() && !neverAsked.test(inside);
      if (wanted && !inside.endsWith('.tmp')) files[inside] = await readFile(file);
    }
  }
  const bundle = path.join(folder, `precept-${version}.mcpb`);
  // The earliest time that a zip can hold.
  await writeFile(bundle, zipSync(files, { level: 9, mtime: '1980-01-01T12:00:00' }));
  return bundle;
}

function json(value: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

interface Package {
  readonly version: string;
  readonly description: string;
  readonly author: string;
  readonly license: string;
  readonly keywords: readonly string[];
  readonly engines: { readonly node: string };
}

function manifest({ version, description, author, license, keywords, engines }: Package): unknown {
  return {
    manifest_version: '0.3',
    name: 'precept',
    display_name: 'Precept',
    version,
    description,
    author: { name: author },
    license,
    keywords,
    server: {
      type: 'node',
      entry_point: 'dist/main.js',
      mcp_config: {
        command: 'node',
        // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the host fills these in.
        args: ['${__dirname}/dist/main.js'],
        env: {
          PRECEPT_RULES_PATH: '${user_config.rules_path}',
          PRECEPT_DEFAULT_SCOPE: '${user_config.default_scope}',
        },
        // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the host fills these in.
      },
    },
    tools: operations.flatMap((operation) =>
      operation.mcp === null ? [] : [{ name: operation.name, description: operation.description }],
    ),
    // What a prompt says depends on the scope.
    prompts_generated: true,
    compatibility: { platforms: ['darwin', 'linux', 'win32'], runtimes: { node: engines.node } },
    user_config: {
      rules_path: {
        type: 'directory',
        title: 'Rules folder',
        description: 'The folder that holds one directory per scope',
        required: true,
      },
      default_scope: {
        type: 'string',
        title: 'Default scope',
        description: 'The scope used where the agent names none; may stay empty',
        required: false,
        // A host leaves the placeholder of a value that has no default; an empty variable counts as none.
        default: '',
      },
    },
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await build();
  console.log(`Wrote ${path.relative('.', await writeBundle(root))}.`);
}

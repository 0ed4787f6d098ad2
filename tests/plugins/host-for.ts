import { createPluginHost, type PluginHost } from '../../src/plugins/host.ts';
import type { PluginHostOptions } from '../../src/plugins/host-types.ts';
import { createLogger } from '../../src/runtime/log.ts';
import { tempFolder } from '../support/folder.ts';

export interface TestHost {
  readonly host: PluginHost;
  readonly folder: string;
  /** Warnings so far, without the prefix. */
  warnings(): string[];
}

export const scope = {
  name: 'checkout',
  metadata: { description: 'Orders', tags: { team: 'payments' }, parents: [], access: null },
  sources: ['local'],
};

/** A host whose settings file lies in a new folder with these files (path -> text); `plugins` become `./<name>.mjs`. */
export async function hostFor(
  plugins: Readonly<Record<string, string>>,
  options: Partial<PluginHostOptions> & { files?: Readonly<Record<string, string>> } = {},
): Promise<TestHost> {
  const { files = {}, ...others } = options;
  const modules = Object.entries(plugins).map(([name, body]) => [`${name}.mjs`, moduleOf(name, body)]);
  const folder = await tempFolder({ ...files, ...Object.fromEntries(modules) });
  const logged: string[] = [];
  const host = createPluginHost({
    enabled: Object.keys(plugins).map((name) => `./${name}.mjs`),
    folder,
    cwd: folder,
    env: {},
    log: createLogger('warn', (line) => logged.push(line)),
    ...others,
  });
  const prefix = 'precept warn: ';
  return { host, folder, warnings: () => logged.map((line) => line.trim().slice(prefix.length)) };
}

function moduleOf(name: string, body: string): string {
  if (body.includes('export ')) return body;
  return `export default { name: '${name}', description: 'A test', ${body} };\n`;
}

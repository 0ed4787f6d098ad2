import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expectGood, type Kit, text } from './kit.ts';

/** acme/commandments.yml, as a .tar.gz that was made on Linux; its hash, and the tree that Linux locks for it. */
const archive = {
  bytes: Buffer.from(
    'H4sIAAAAAAACA+3RMQ6CMBiG4c6c4j+BAtKacABHL2AcGmwCCS2mgMTbi24aHTEmvs/yfftrK+/WalnpbKv1Y2ev++Ybk+VKtPqCsR9sFFF/yt77V533Npy8C0O/uvp2gf6mKD731+a5f5an+UZJSv/l+5+bMhGZahdK2XfT/OPYut4NpRx2sfNig9hY1c3FHRMFAAAAAAAAAAAAAAAA4IfcAPdX9lwAKAAA',
    'base64',
  ),
  sha256: 'f1a5e5b16cf4403aa8645e26190b3f34a374ffca8cef6eaf3913535214bb17e6',
  tree: '98d75f29d0d7bc8f9d3dfc7eb2363370b61c8865',
};

/** A source is locked as on every other system, and its lock gives the same from a cache that is empty. */
export async function proveSource(kit: Kit): Promise<void> {
  const server = createServer((_, response) => void response.end(archive.bytes));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const { sha256, tree } = archive;
    const source = { archive: `http://127.0.0.1:${port}/rules.tar.gz`, sha256 };
    const cwd = await kit.folder({
      '.precept/settings.yml': `sources: ${JSON.stringify([source])}\n`,
    });
    const served = async (command: readonly string[]) => {
      const cache = join(await kit.folder(), 'cache');
      const env = { PRECEPT_TRUST: '1', LOCALAPPDATA: cache, XDG_CACHE_HOME: cache };
      expectGood(await kit.run(['sources', ...command], { cwd, env }), /rules/i, /./);
      return expectGood(await kit.run(['rules', 'acme'], { cwd, env }), /From an archive/);
    };
    const first = await served(['update', '--write']);
    assert.deepEqual(JSON.parse(await text(cwd, 'precept.lock')), {
      version: 1,
      sources: [{ ...source, tree }],
    });
    assert.equal(await served(['fetch']), first);
  } finally {
    server.close();
  }
}

import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, deflateRawSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { rule } from './world.ts';

/** An entry of an archive; `type` as tar writes it, `mode` as zip does. */
interface Entry {
  readonly path: string;
  readonly text?: string;
  readonly type?: string;
  readonly link?: string;
  readonly mode?: number;
}

function tar(entries: readonly Entry[]): Buffer {
  const blocks = entries.flatMap(({ path, text = '', type = '0', link = '' }) => {
    const header = Buffer.alloc(512);
    const body = Buffer.from(text);
    header.write(path.slice(0, 100), 0);
    header.write('0000644\0', 100);
    header.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write('        ', 148);
    header.write(type, 156);
    header.write(link, 157);
    header.write('ustar\u000000', 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [header, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

function zip(entries: readonly Entry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { path, text = '', mode = 0o100644 } of entries) {
    const [name, body] = [Buffer.from(path), Buffer.from(text)];
    const packed = deflateRawSync(body);
    const sizes = Buffer.alloc(12);
    for (const [index, value] of [crc32(body), packed.length, body.length].entries())
      sizes.writeUInt32LE(value, index * 4);
    const local = Buffer.concat([
      Buffer.from('504b03041400000008000000000000', 'hex').subarray(0, 14),
      sizes,
      u16(name.length),
      u16(0),
      name,
      packed,
    ]);
    const central = Buffer.concat([
      Buffer.from('504b01021403140000000800', 'hex'),
      Buffer.alloc(4),
      sizes,
      u16(name.length),
      Buffer.alloc(8),
      u32(mode * 0x10000),
      u32(at),
      name,
    ]);
    files.push(local);
    directory.push(central);
    at += local.length;
  }
  const all = Buffer.concat(directory);
  const end = Buffer.concat([
    Buffer.from('504b0506', 'hex'),
    u32(0),
    u16(entries.length),
    u16(entries.length),
    u32(all.length),
    u32(at),
    u16(0),
  ]);
  return Buffer.concat([...files, all, end]);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}

/** Updates from an archive at that name, and gives what is then served of the scope acme. */
async function take(name: string, bytes: Buffer, more: object = {}) {
  const server = createServer((_, response) => void response.end(bytes));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const [cwd, home, cache] = [await tempFolder(), await tempFolder(), await tempFolder()];
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const entry = { archive: `http://127.0.0.1:${port}/${name}`, sha256, ...more };
  await writeFiles(cwd, { '.precept/settings.yml': `sources: ${JSON.stringify([entry])}\n` });
  const env = { PRECEPT_TRUST: '1', XDG_CACHE_HOME: cache, LOCALAPPDATA: cache };
  const update = await precept(['sources', 'update', '--write'], { cwd, home, env });
  const { stdout } = await precept(['rules', 'acme'], { cwd, home, env });
  return { ...update, served: stdout };
}

const good: Entry[] = [
  { path: 'rules-1.2/README.md', text: '# Rules' },
  { path: 'rules-1.2/rules/acme/commandments.yml', text: rule('From an archive') },
];
const forms = [
  ['rules.tar.gz', tar],
  ['rules.zip', zip],
] as const;

describe.each(forms)('an archive %s', (name, pack) => {
  test.each(['rules', 'rules-1.2/rules'])('is served, from the folder %s', async (folder) => {
    const { code, served } = await take(name, pack(good), { path: folder });
    expect([code, served]).toEqual([0, expect.stringContaining('From an archive')]);
  });

  test('of one scope, or of a project, is found', async () => {
    const scope = await take(name, pack([{ path: 'acme/commandments.yml', text: rule('Alone') }]));
    expect(scope.served).toContain('Alone');
    const project = await take(
      name,
      pack([{ path: 'x/.precept/rules/acme/commandments.yml', text: rule('Inside') }, { path: 'x/a' }]),
    );
    expect(project.served).toContain('Inside');
  });

  const climbing = [...good, { path: '../acme/commandments.yml', text: 'x' }];
  test.each<[string, Buffer, object, RegExp]>([
    ['another hash', pack(good), { sha256: '0'.repeat(64) }, /its SHA-256 is [0-9a-f]{64}, and not 0{64}/],
    ['a path out of it', pack(climbing), {}, /leads out of it/],
    ['an absolute path', pack([{ path: '/etc/acme', text: 'x' }]), {}, /leads out of it/],
    ['a path of Windows', pack([{ path: 'acme\\x.yml', text: 'x' }]), {}, /leads out of it/],
    [
      'a link',
      pack([
        {
          path: 'acme/commandments.yml',
          text: '/etc/passwd',
          type: '2',
          link: '/etc/passwd',
          mode: 0o120777,
        },
      ]),
      {},
      /is a link, which is refused/,
    ],
    [
      'a device',
      pack([{ path: 'acme/commandments.yml', type: '3', mode: 0o020666 }]),
      {},
      /is (?:a device|not a regular file), which is refused/,
    ],
    ['a file twice', pack([...good, ...good]), { path: 'rules' }, /twice/],
    ['no such folder', pack(good), { path: 'other' }, /has no folder other/],
    ['bytes cut off', pack(good).subarray(0, 60), {}, /damaged|cannot be unpacked/],
    ['no archive', Buffer.from('hello'), {}, /damaged|cannot be unpacked/],
    [
      'too much in it',
      pack([{ path: 'acme/files/zeros', text: '\0'.repeat(21 * 1024 * 1024) }]),
      {},
      /over 20 MiB/,
    ],
  ])('with %s is refused', async (_, bytes, more, says) => {
    const { code, stderr } = await take(name, bytes, more);
    expect([code, stderr]).toEqual([1, expect.stringMatching(says)]);
  });
});

test('a tar with long names of GNU, PAX and links beside its scopes is served', async () => {
  const long = `rules/acme/files/${'deep/'.repeat(30)}a.txt`;
  const pax = `path=${long.replace('a.txt', 'b.txt')}\n`;
  const record = `${pax.length + 4} ${pax}`;
  const { code, served } = await take(
    'rules.tar.gz',
    tar([
      { path: 'top/rules/acme/commandments.yml', text: rule('From an archive') },
      { path: '././@LongLink', type: 'K', text: 'far/away' },
      { path: '././@LongLink', type: 'L', text: `top/${long}` },
      { path: `top/${long}`, text: 'x' },
      {
        path: 'PaxHeader',
        type: 'x',
        text: record.replace('rules/', 'top/rules/').replace(/^\d+/, String(record.length + 4)),
      },
      { path: 'b.txt', text: 'x' },
    ]),
    { path: 'rules' },
  );
  expect([code, served]).toEqual([0, expect.stringContaining('From an archive')]);
});

test('a tar of more files than anybody reads, and one that unpacks without end, are refused', async () => {
  const one = gunzipSync(tar([{ path: 'f' }])).subarray(0, 512);
  const many = gzipSync(Buffer.alloc(50_001 * 512, one), { level: 1 });
  expect((await take('rules.tar.gz', many)).stderr).toMatch(/more than 50000 files/);
  const part = gzipSync(Buffer.alloc(16 * 1024 * 1024), { level: 1 });
  const endless = Buffer.concat(Array<Buffer>(17).fill(part));
  expect((await take('rules.tgz', endless)).stderr).toMatch(/cannot be unpacked: it is over 256 MiB/);
});

/** A server that gives the archive at /good.zip to who logs in, and redirects all else to `to`. */
async function redirecting(to: string, bytes: Buffer, login: string) {
  const server = createServer((request, response) => {
    if (request.url !== '/good.zip') response.writeHead(302, { location: to }).end();
    else if (request.headers.authorization === login) response.end(bytes);
    else response.writeHead(401).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  ['file:///etc/passwd', /it is redirected to file, and not to https/],
  ['http://rules.example/a.zip', /it is redirected to http, and not to https/],
  ['/a.zip', /it is redirected more than 5 times/],
])('an archive that is redirected to %s is refused', async (to, says) => {
  const host = await redirecting(to, Buffer.alloc(0), '');
  const { code, stderr } = await take('rules.zip', Buffer.alloc(0), { archive: `http://${host}/a.zip` });
  expect([code, stderr]).toEqual([1, expect.stringMatching(says)]);
});

test('the login of an address is sent, after a redirect to the same server too, and to no other', async () => {
  const bytes = zip([{ path: 'acme/commandments.yml', text: rule('From an archive') }]);
  const login = `Basic ${Buffer.from('ada:hush hush').toString('base64')}`;
  const own = await redirecting('/good.zip', bytes, login);
  const archive = `http://ada:hush%20hush@${own}/a.zip`;
  expect((await take('rules.zip', bytes, { archive })).served).toContain('From an archive');
  const away = await redirecting(`http://${own}/good.zip`, bytes, login);
  const refused = await take('rules.zip', bytes, { archive: `http://ada:hush%20hush@${away}/a.zip` });
  expect(refused.stderr).toContain('it answers 401');
});

test('a zip that unpacks to more than it says is refused', async () => {
  const bytes = zip([{ path: 'acme/files/zeros', text: '\0'.repeat(100_000) }]);
  const at = bytes.lastIndexOf(Buffer.from('504b0102', 'hex'));
  bytes.writeUInt32LE(10, at + 24);
  expect((await take('rules.zip', bytes)).stderr).toMatch(/damaged/);
});

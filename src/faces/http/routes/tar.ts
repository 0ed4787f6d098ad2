import { gzipSync } from 'node:zlib';

interface TarFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

const block = 512;

/** Files as .tar.gz (POSIX ustar), sorted by path, without times, owners or anything else that differs between machines. */
export function tarGz(files: readonly TarFile[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  for (const { path, bytes } of [...files].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const isScript = bytes[0] === 0x23 && bytes[1] === 0x21;
    if (Buffer.byteLength(path) > 100) {
      // A name of any length, as pax has it: its record counts its own length.
      const record = paxRecord('path', path);
      parts.push(
        header(`PaxHeaders/${path.slice(0, 40).replace(/[^ -~]/g, '_')}`, record.length, 'x', 0o644),
        padded(record),
      );
    }
    parts.push(header(cut(path), bytes.byteLength, '0', isScript ? 0o755 : 0o644), padded(bytes));
  }
  parts.push(new Uint8Array(2 * block));
  const packed = gzipSync(Buffer.concat(parts), { level: 9 });
  // The byte of the header that names the operating system is 255, unknown (RFC 1952).
  packed[9] = 255;
  return new Uint8Array(packed);
}

function header(name: string, size: number, type: string, mode: number): Uint8Array {
  const bytes = Buffer.alloc(block);
  const put = (text: string, at: number) => bytes.write(text, at, 'utf8');
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  put(name, 0);
  put(octal(mode, 8), 100);
  put(octal(0, 8), 108);
  put(octal(0, 8), 116);
  put(octal(size, 12), 124);
  put(octal(0, 12), 136);
  put(' '.repeat(8), 148);
  put(type, 156);
  put('ustar\x0000', 257);
  const sum = bytes.reduce((all, byte) => all + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return bytes;
}

function padded(bytes: Uint8Array): Uint8Array {
  const whole = Buffer.alloc(Math.ceil(bytes.byteLength / block) * block);
  whole.set(bytes);
  return whole;
}

function paxRecord(key: string, value: string): Uint8Array {
  const rest = ` ${key}=${value}\n`;
  let length = Buffer.byteLength(rest);
  while (Buffer.byteLength(`${length}${rest}`) !== length) length = Buffer.byteLength(`${length}${rest}`);
  return Buffer.from(`${length}${rest}`);
}

/** At most 100 bytes of a name, for readers that know no pax. */
function cut(path: string): string {
  let name = path;
  while (Buffer.byteLength(name) > 100) name = name.slice(0, -1);
  return name;
}

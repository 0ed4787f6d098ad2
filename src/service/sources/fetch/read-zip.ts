import { inflateRawSync, crc32 as zlibCrc32 } from 'node:zlib';
import { SourceError } from '../content/pack.ts';
import { type ArchiveFile, type ArchiveLimits, tooMany } from './read-tar.ts';

const endSign = 0x06054b50;
const entrySign = 0x02014b50;
const fileSign = 0x04034b50;

/** The files of a zip archive. SourceError for one that is damaged, encrypted or too large. */
export function readZip(bytes: Buffer, { maxBytes, maxFiles }: ArchiveLimits): ArchiveFile[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== endSign) throw damaged();
  const count = bytes.readUInt16LE(end + 10);
  const files: ArchiveFile[] = [];
  let at = bytes.readUInt32LE(end + 16);
  let left = maxBytes;
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== entrySign) throw damaged();
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const path = bytes.subarray(at + 46, at + 46 + nameLength).toString('utf8');
    const kind = (bytes.readUInt32LE(at + 38) >>> 16) & 0o170000;
    const isUnix = bytes.readUInt8(at + 5) === 3;
    if (!path.endsWith('/')) {
      const content = contentOf(bytes, at, left);
      left -= content.length;
      const isSpecial = isUnix && kind !== 0 && kind !== 0o100000;
      files.push({
        path,
        bytes: content,
        ...(isSpecial && { special: kind === 0o120000 ? 'a link' : 'not a regular file' }),
      });
    }
    if (files.length > maxFiles) throw tooMany(maxFiles);
    at += 46 + nameLength + extra + comment;
  }
  return files;
}

function contentOf(bytes: Buffer, entry: number, left: number): Buffer {
  const [flags, method] = [bytes.readUInt16LE(entry + 8), bytes.readUInt16LE(entry + 10)];
  const [crc, packed, size, start] = [16, 20, 24, 42].map((offset) => bytes.readUInt32LE(entry + offset)) as [
    number,
    number,
    number,
    number,
  ];
  if ((flags & 1) !== 0) throw new SourceError('the archive is encrypted');
  if (size > left) throw new SourceError('the archive is too large');
  if (start + 30 > bytes.length || bytes.readUInt32LE(start) !== fileSign) throw damaged();
  const from = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
  const data = bytes.subarray(from, from + packed);
  if (data.length !== packed) throw damaged();
  const content = method === 0 ? data : method === 8 ? inflated(data, size) : null;
  if (content === null || content.length !== size || crc32(content) !== crc) throw damaged();
  return content;
}

function inflated(data: Buffer, size: number): Buffer {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, size) });
  } catch {
    throw damaged();
  }
}

/** Node has it since 20.15 and 22.2. */
function crc32(bytes: Buffer): number {
  if (typeof zlibCrc32 === 'function') return zlibCrc32(bytes);
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

function damaged(): SourceError {
  return new SourceError('the archive is damaged, or of a kind that is not read');
}

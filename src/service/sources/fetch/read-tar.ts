import { SourceError } from '../content/pack.ts';

/** A file of an archive, by its path as it is written there. */
export interface ArchiveFile {
  readonly path: string;
  readonly bytes: Buffer;
  /** What it is where it is not a regular file, in words. */
  readonly special?: string;
}

/** What an archive may have in it. */
export interface ArchiveLimits {
  readonly maxFiles: number;
  /** Unpacked, of all files together. */
  readonly maxBytes: number;
}

/** Why an archive of so many files is not read. */
export function tooMany(maxFiles: number): SourceError {
  return new SourceError(`it has more than ${maxFiles} files`);
}

const block = 512;
const specials: Readonly<Record<string, string>> = {
  '1': 'a hard link',
  '2': 'a link',
  '3': 'a device',
  '4': 'a device',
  '6': 'a pipe',
};

/** The files of a tar archive (POSIX ustar and pax, and long names of GNU). SourceError for one that is damaged, or has too many. */
export function readTar(bytes: Buffer, { maxFiles }: Pick<ArchiveLimits, 'maxFiles'>): ArchiveFile[] {
  const files: ArchiveFile[] = [];
  let longName: string | null = null;
  for (let at = 0; at + block <= bytes.length; ) {
    const header = bytes.subarray(at, at + block);
    if (header.every((byte) => byte === 0)) break;
    const size = octal(header, 124, 12);
    const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0);
    if (sum !== octal(header, 148, 8) || at + block + size > bytes.length) throw damaged();
    const data = bytes.subarray(at + block, at + block + size);
    at += block + Math.ceil(size / block) * block;
    const type = String.fromCharCode(header[156] ?? 0);
    if (type === 'L') longName = text(data);
    else if (type === 'x') longName = paxPath(data) ?? longName;
    // K is the long name of what a link leads to.
    else if (type !== 'g' && type !== 'K') {
      const path = longName ?? nameOf(header);
      longName = null;
      if (type === '0' || type === '\0' || type === '7') files.push({ path, bytes: data });
      else if (type !== '5')
        files.push({ path, bytes: data, special: specials[type] ?? 'not a regular file' });
      if (files.length > maxFiles) throw tooMany(maxFiles);
    }
  }
  return files;
}

function nameOf(header: Buffer): string {
  const prefix = text(header.subarray(345, 500));
  const name = text(header.subarray(0, 100));
  const isUstar = header.subarray(257, 262).toString('latin1') === 'ustar';
  return isUstar && prefix !== '' ? `${prefix}/${name}` : name;
}

/** The path of a pax header: records of `<length> <key>=<value>\n`. A size in it would be of a file that is too large. */
function paxPath(data: Buffer): string | null {
  let path: string | null = null;
  for (let at = 0; at < data.length; ) {
    const blank = data.indexOf(0x20, at);
    const length = Number(data.subarray(at, blank).toString('latin1'));
    if (blank < 0 || !Number.isInteger(length) || length <= 0 || at + length > data.length) throw damaged();
    const [key = '', ...value] = data
      .subarray(blank + 1, at + length - 1)
      .toString('utf8')
      .split('=');
    if (key === 'path') path = value.join('=');
    if (key === 'size' || key.startsWith('GNU.sparse')) throw damaged();
    at += length;
  }
  return path;
}

function octal(header: Buffer, start: number, length: number): number {
  const digits = text(header.subarray(start, start + length)).trim();
  if (!/^[0-7]*$/.test(digits)) throw damaged();
  return digits === '' ? 0 : Number.parseInt(digits, 8);
}

function text(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.subarray(0, end < 0 ? bytes.length : end).toString('utf8');
}

function damaged(): SourceError {
  return new SourceError('the archive is damaged, or of a kind that is not read');
}

/** Reads the values of SSH's wire format (RFC 4251 section 5) one after the other. Throws RangeError where the bytes end too early. */
export interface SshReader {
  uint32(): number;
  /** A string: its length, then its bytes. */
  bytes(): Buffer;
  text(): string;
}

export function readSsh(data: Buffer, start = 0): SshReader {
  let at = start;
  const uint32 = () => {
    const value = data.readUInt32BE(at);
    at += 4;
    return value;
  };
  const bytes = () => {
    const length = uint32();
    if (at + length > data.length) throw new RangeError('it ends too early');
    at += length;
    return data.subarray(at - length, at);
  };
  return { uint32, bytes, text: () => bytes().toString('latin1') };
}

/** A string in SSH's wire format. */
export function sshString(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value as string);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** The bytes between the lines that begin and end a block, in base64 (RFC 7468); null where there is no such block. */
export function unarmor(text: string, label: string): Buffer | null {
  const block = new RegExp(`-----BEGIN ${label}-----([A-Za-z0-9+/=\\s]+)-----END ${label}-----`).exec(text);
  return block === null ? null : Buffer.from((block[1] as string).replace(/\s+/g, ''), 'base64');
}

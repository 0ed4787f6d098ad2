/**
 * 16 hex digits that differ where bytes do, but for somebody who seeks two that have the same: files of ours are told from damaged ones by it, and
 * names made of texts. Node's cryptography would take longer to load than all that a hook does.
 */
export function checksum(content: Uint8Array | string): string {
  // A copy begins where the machine reads four bytes at a time.
  const bytes = new Uint8Array(typeof content === 'string' ? Buffer.from(content) : content);
  const words = new Uint32Array(bytes.buffer, 0, bytes.length >> 2);
  let a = 0xdeadbeef ^ bytes.length;
  let b = 0x41c6ce57 ^ bytes.length;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as number;
    a = Math.imul(a ^ word, 0x9e3779b1);
    b = Math.imul(b ^ word, 0x5f356495);
    a = (a << 13) | (a >>> 19);
    b = (b << 11) | (b >>> 21);
  }
  for (let at = words.length * 4; at < bytes.length; at++) {
    a = Math.imul(a ^ (bytes[at] as number), 0x9e3779b1);
    b = Math.imul(b ^ (bytes[at] as number), 0x5f356495);
  }
  return hex(a ^ Math.imul(b ^ (b >>> 15), 0x85ebca6b)) + hex(b ^ Math.imul(a ^ (a >>> 16), 0xc2b2ae35));
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}

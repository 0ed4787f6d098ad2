/**
 * Characters that show nothing, for classes of patterns with the flag `u`: those that Unicode lets programs ignore (zero-width ones,
 * variation selectors, tag and bidirectional controls, fillers), annotation marks, and control characters.
 */
export const hiddenCharacters: string = String.raw`\p{Default_Ignorable_Code_Point}\u061C\uFFF9-\uFFFB\0-\x08\x0B-\x1F\x7F-\x9F`;

const single = new RegExp(`^[${hiddenCharacters}]$`, 'u');
/** Default_Ignorable_Code_Point beyond the Basic Multilingual Plane. */
const ranges = [
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
] as const;
const perCall = 8192;

let known: Uint8Array | null = null;

/** The units of UTF-16 that are hidden or control characters by themselves, as ones. */
function hiddenUnits(): Uint8Array {
  known ??= Uint8Array.from({ length: 0x10000 }, (_, unit) => Number(single.test(String.fromCharCode(unit))));
  return known;
}

/** A text without any hidden or control character, in a time that depends on its length alone. */
export function withoutAnyHidden(text: string): string {
  const hidden = hiddenUnits();
  const units = new Uint16Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (hidden[unit] === 1) continue;
    if ((unit & 0xfc00) === 0xd800 && isHiddenPoint(text.codePointAt(at) as number)) at++;
    else units[length++] = unit;
  }
  let plain = '';
  for (let at = 0; at < length; at += perCall)
    plain += String.fromCharCode(...units.subarray(at, Math.min(at + perCall, length)));
  return plain;
}

function isHiddenPoint(point: number): boolean {
  return ranges.some(([first, last]) => point >= first && point <= last);
}

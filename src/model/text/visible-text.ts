import { stripHidden } from './hidden-text.ts';

/** Text of a file for a terminal: what it would act on, or not show, is written out. */
export function visible(text: string): string {
  const written = (found: string) =>
    Array.from(found, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`).join('');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal acts on.
  const plain = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, written);
  return stripHidden(plain) === plain ? plain : plain.replace(/[^\P{Cf}]|[\uFE00-\uFE0F]/gu, written);
}

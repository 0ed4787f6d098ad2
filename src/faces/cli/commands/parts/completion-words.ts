import type { Shell } from './completion-scripts.ts';

/**
 * PowerShell gets and gives words in Base64. It passes a program no empty word, changes quotes in words on the way, and reads what a
 * program prints in the encoding of the console.
 */
export function readWords(shell: Shell, words: readonly string[]): readonly string[] {
  // A letter in front, so that no word is empty.
  return shell === 'powershell'
    ? words.map((word) => Buffer.from(word.slice(1), 'base64').toString('utf8'))
    : words;
}

/** A word as the script of that shell reads it, without the end of its line. */
export function writtenWord(shell: Shell, word: string): string {
  return shell === 'powershell' ? Buffer.from(word, 'utf8').toString('base64') : word;
}

import type { Origin } from '../model/origin.ts';

/** What tells one piece of guidance from another: its category, where it is written, and its text or name. */
export function pieceKey(category: string, text: string, { server, file, line }: Origin): string {
  return JSON.stringify([category, server, file, line, text]);
}

/** Whether two pieces are written in the same place. */
export function isSamePlace(a: Origin, b: Origin): boolean {
  return a.server === b.server && a.file === b.file && a.line === b.line;
}

import type { SourceTrouble } from '../../../../service/tasks/sources/manage-sources.ts';
import type { Printer } from '../../printer.ts';

/** Prints what went wrong with each source. */
export function complain(printer: Printer, troubles: readonly SourceTrouble[]): void {
  for (const { name, source, error } of troubles) printer.error(`source ${name} (${source}): ${error}`);
}

/** A number with its word: "1 source", "2 sources". */
export function countOf(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

import type { SourceText } from '../../content/text/source-text.ts';
import { findStrangeBlanks, strangeBlank } from '../../content/text/strange-blanks.ts';
import type { Report } from '../report.ts';

/** Finds blanks that YAML takes for letters in a file that can be read in spite of them. */
export function checkBlanks(file: string, source: SourceText, report: Report): void {
  for (const offset of findStrangeBlanks(source.text)) {
    const { message, hint } = strangeBlank(source.text, offset);
    report.add('hidden-text', { file, ...source.range(offset, offset + 1) }, message, hint);
  }
}

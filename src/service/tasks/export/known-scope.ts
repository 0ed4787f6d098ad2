import { bullet } from '../../../render/markdown.ts';
import type { ExportRule } from '../../export/content.ts';
import { shownText, shownWhen } from '../../export/write-rules.ts';
import { type ExportedFrom, exportedScope } from './exported-scope.ts';

/** A category with its rules in the words of an export, and the scope that has written each. */
export interface KnownCategory {
  readonly category: string;
  readonly when: string;
  readonly paths: readonly string[];
  readonly rules: readonly (Omit<ExportRule, 'details'> & { readonly must: boolean })[];
}

/** What a scope has and inherits, as an export writes it: whoever reads an export finds by it what was edited. Faults: those of a scope. */
export async function knownScope(service: ExportedFrom, name: string): Promise<readonly KnownCategory[]> {
  const { content } = await exportedScope(service, name, { rules: true, katas: false, files: false });
  return content.categories.map((one) => ({
    category: one.category,
    when: shownWhen(one),
    paths: one.paths,
    rules: [...inWords(one.must, true), ...inWords(one.should, false)],
  }));
}

function inWords(rules: readonly ExportRule[], must: boolean): KnownCategory['rules'] {
  return rules.map(({ text, details: _, ...where }) => ({
    ...where,
    text: bullet(shownText(text)).slice('- '.length),
    must,
  }));
}

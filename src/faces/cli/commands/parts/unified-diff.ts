import { formatPatch, OMIT_HEADERS, type StructuredPatch, structuredPatch } from 'diff';

/** Lines removed and added up to which the fewest are looked for; the time grows with their square. */
const maxEditLength = 1000;

/**
 * What changes in a file, as the unified format of diff has it: the fewest lines that are removed and added, with three lines around them.
 * Of texts with very many changes one hunk removes all and adds all.
 */
export function unifiedDiff(file: string, before: string, after: string): string {
  const options = { context: 3, maxEditLength };
  const patch =
    structuredPatch(file, file, before, after, undefined, undefined, options) ??
    replaceAll(file, before, after);
  // The library writes names in octal that are not of ASCII.
  return `--- ${file}\n+++ ${file}\n${patch.hunks.length === 0 ? '' : formatPatch(patch, OMIT_HEADERS)}`;
}

function replaceAll(file: string, before: string, after: string): StructuredPatch {
  const removed = structuredPatch(file, file, before, '');
  const added = structuredPatch(file, file, '', after);
  const [gone, come] = [removed.hunks[0], added.hunks[0]];
  const hunk = {
    ...{ oldStart: 1, oldLines: gone?.oldLines ?? 0, newStart: 1, newLines: come?.newLines ?? 0 },
    lines: [...(gone?.lines ?? []), ...(come?.lines ?? [])],
  };
  return { ...removed, hunks: [hunk] };
}

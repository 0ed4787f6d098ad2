import { blockOf, findBlocks, withBlock, withoutBlock } from '../../../model/text/marked-block.ts';
import type { Draft } from '../content.ts';
import { isChangedSince, isEditedByHand, withGeneratedLine } from './generated-line.ts';

/** A file that is not ours is where ours would go. */
export class ForeignFile extends Error {
  override readonly name = 'ForeignFile';
  constructor(what = 'it was not written by precept export') {
    super(`${what}, and is left as it is; rename or remove it`);
  }
}

/** Somebody has edited what an export would write over. */
export class HandEdit extends Error {
  override readonly name = 'HandEdit';
  /** `isChanged`: whether the guidance has changed since that export too. */
  constructor(scope: string, isChanged: boolean) {
    const what = isChanged
      ? 'its block was edited by hand since it was exported, and the guidance has changed since then too, so what is marked + is an edit or the old text of a rule that changed; take the edits alone over into the guidance'
      : 'its block was edited by hand since it was exported; take what is marked + over into the guidance';
    super(
      `${what}, or write over it with --overwrite; \`precept explain ${scope} "<text>"\` finds the file and line of a rule`,
    );
  }
}

const head = /^---\r?\n[\s\S]*?\r?\n---(?:\r?\n|$)/;

/**
 * The text of a file once a draft of the scope is in it; `before` is null where there is none. What is not ours stays byte for byte.
 * Throws ForeignFile where a file that would be ours as a whole has no block of ours, and BrokenBlock.
 */
export function placeDraft(
  scope: string,
  { kind, frontmatter, body, source, comment }: Draft,
  before: string | null,
): string {
  const block = blockOf(scope, source === null ? body : withGeneratedLine(source, body), comment);
  if (kind === 'shared') return withBlock(before ?? '', scope, block);
  if (before === null) return frontmatter + block;
  const owners = findBlocks(before);
  if (!owners.some(({ name }) => name === scope)) {
    const other = owners[0]?.name;
    throw new ForeignFile(other == null ? undefined : `it holds the scope "${other}"`);
  }
  const ending = before.includes('\r\n') ? '\r\n' : '\n';
  const mark = before.startsWith('\uFEFF') ? '\uFEFF' : '';
  const rest = before.slice(mark.length).replace(head, '');
  return mark + frontmatter.replaceAll('\n', ending) + withBlock(rest, scope, block);
}

/** The fault where the block of a scope in a file has an edit by hand that the next text lacks; null for none. Throws BrokenBlock. */
export function findHandEdit(scope: string, before: string, next: string): HandEdit | null {
  const [was, is = ''] = [before, next].map((text) => {
    const block = findBlocks(text).find(({ name }) => name === scope);
    return block === undefined ? undefined : text.slice(block.start, block.end);
  });
  if (was === undefined || !isEditedByHand(was, is)) return null;
  return new HandEdit(scope, isChangedSince(was, is));
}

/** The text of a file without what an export of the scope put there; null where nothing is left, undefined where nothing was ours. */
export function removeDraft(scope: string, kind: Draft['kind'], before: string): string | null | undefined {
  if (!findBlocks(before).some(({ name }) => name === scope)) return undefined;
  const text = withoutBlock(kind === 'own' ? before.replace(head, '') : before, scope);
  return text.replace(/^\uFEFF/, '').trim() === '' ? null : text;
}

import type { Difference, ToldChange } from '../change.ts';

/** The difference as data for programs (docs/formats.md). */
export function diffData({ from, to, notes, scopes, changes }: Difference): object {
  return {
    from,
    to,
    scopes: scopes.map(({ problems, ...scope }) => ({ ...scope, ...(problems.length > 0 && { problems }) })),
    changes: changes.map(changeData),
    ...(notes.length > 0 && { notes }),
  };
}

function changeData(change: ToldChange): object {
  const { element, kind, category, name, field, op, id, before, after, text, from, scopes, count } = change;
  return {
    element,
    ...(kind !== null && { kind }),
    ...(category !== null && { category }),
    ...(name !== null && { name }),
    ...(field !== null && { field }),
    op,
    ...(id !== null && { id }),
    before,
    after,
    ...(text !== undefined && { text }),
    ...(from !== undefined && { from }),
    scopes,
    ...(count > 1 && { count }),
  };
}

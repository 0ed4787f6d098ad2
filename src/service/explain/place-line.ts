import { oneLine } from '../../render/foreign-text.ts';
import { codeSpan } from '../../render/markdown.ts';
import type { Place } from '../answers/place-shape.ts';

/** Where something is written, as a part of a line of Markdown. */
export function placeText({ scope, server, file, line, column }: Place): string {
  const from = server === 'local' ? scope : `${scope} on ${server}`;
  const place = `${file}:${line}${column === undefined ? '' : `:${column}`}`;
  return `${oneLine(from)}, ${oneLine(place)}`;
}

/** What git knows of it; empty where that is nothing. */
export function authorText({ author, date, commit, edit_url, authorship }: Place): string {
  return [
    ...(author === undefined ? [] : [oneLine(author)]),
    ...(date === undefined ? [] : [oneLine(date)]),
    ...(commit === undefined ? [] : [`commit ${codeSpan(oneLine(commit).slice(0, 12))}`]),
    ...(authorship === undefined ? [] : ['the clone is shallow: git does not know the author']),
    ...(edit_url === undefined ? [] : [`<${oneLine(edit_url)}>`]),
  ].join(', ');
}

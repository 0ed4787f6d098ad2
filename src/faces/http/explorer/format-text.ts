const maxDepth = 12;

/** Text that stands for itself in HTML, also inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** One piece of text as HTML: everything escaped, `code` and **strong** shown as such, line breaks kept. */
export function inlineHtml(text: string): string {
  const parts = text.trim().split(/`([^`\n]+)`/);
  return parts
    .map((part, index) => (index % 2 === 1 ? `<code>${escapeHtml(part)}</code>` : plainHtml(part)))
    .join('');
}

function plainHtml(text: string): string {
  return escapeHtml(text)
    .replace(/\*\*([^*\n]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\r?\n/g, '<br>');
}

/**
 * Text with the little Markdown that rules and procedures are written in, as HTML: lists with their own numbers,
 * fenced code, headings, paragraphs. Nothing of the text becomes HTML by itself.
 */
export function textHtml(text: string): string {
  return blocksHtml(text.split(/\r?\n/), 0);
}

const item = /^( {0,3})(?:(\d{1,9})[.)]|[-*+])([ \t]+)(?=\S)/;

function blocksHtml(lines: readonly string[], depth: number): string {
  const out: string[] = [];
  let paragraph: string[] = [];
  const flush = () => {
    if (paragraph.length > 0)
      out.push(`<p>${inlineHtml(paragraph.map((line) => line.trim()).join('\n'))}</p>`);
    paragraph = [];
  };
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const fence = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      flush();
      const end = lines.findIndex((other, index) => index > at && other.trim().startsWith(fence));
      const last = end === -1 ? lines.length : end;
      out.push(`<pre><code>${escapeHtml(lines.slice(at + 1, last).join('\n'))}</code></pre>`);
      at = last + 1;
    } else if (item.test(line) && depth < maxDepth) {
      flush();
      const list = readList(lines, at);
      out.push(listHtml(list.items, depth));
      at = list.end;
    } else {
      const heading = /^ {0,3}#{1,6}[ \t]+(\S.*)$/.exec(line)?.[1];
      if (line.trim() === '' || heading !== undefined) flush();
      if (heading !== undefined) out.push(`<p><strong>${escapeHtml(heading)}</strong></p>`);
      else if (line.trim() !== '') paragraph.push(line);
      at += 1;
    }
  }
  flush();
  return out.join('');
}

interface ListItem {
  readonly number: string | null;
  readonly lines: string[];
}

/** The items from line `at` on, each with the lines indented under it. */
function readList(lines: readonly string[], at: number): { items: ListItem[]; end: number } {
  const items: ListItem[] = [];
  let margin = 0;
  let ordered: boolean | null = null;
  let end = at;
  for (; end < lines.length; end++) {
    const line = lines[end] ?? '';
    const match = item.exec(line);
    const indent = line.length - line.trimStart().length;
    if (match !== null && (items.length === 0 || indent < margin)) {
      const number = match[2] ?? null;
      ordered ??= number !== null;
      if (ordered !== (number !== null)) break;
      margin = match[0].length;
      items.push({ number, lines: [line.slice(margin)] });
    } else if (line.trim() === '' || indent >= margin) {
      items.at(-1)?.lines.push(line.slice(Math.min(indent, margin)));
    } else if ((lines[end - 1] ?? '').trim() !== '') {
      items.at(-1)?.lines.push(line.trimStart());
    } else {
      break;
    }
  }
  return { items, end };
}

function listHtml(items: readonly ListItem[], depth: number): string {
  const ordered = items[0]?.number !== null;
  const entries = items.map(({ number, lines }) => {
    const inner = blocksHtml(lines, depth + 1);
    // A lone paragraph needs no room of its own.
    const tight = inner.lastIndexOf('<p>') === 0 ? inner.replace('<p>', '').replace('</p>', '') : inner;
    return number === null ? `<li>${tight}</li>` : `<li value="${Number(number)}">${tight}</li>`;
  });
  return ordered ? `<ol>${entries.join('')}</ol>` : `<ul>${entries.join('')}</ul>`;
}

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root: string = fileURLToPath(new URL('../..', import.meta.url));

/** A fenced block of a document. */
export interface Snippet {
  readonly file: string;
  /** Of its first line of text, from 1. */
  readonly line: number;
  /** As the fence names it; empty where it names none. */
  readonly language: string;
  readonly text: string;
  /** The paragraph before it, on one line. */
  readonly before: string;
}

/** Something that stands in a document's prose, with its line. */
export interface Mention {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

export interface MarkdownFile {
  /** Relative to the checkout, with forward slashes. */
  readonly file: string;
  readonly text: string;
  readonly snippets: readonly Snippet[];
  /** What links to its headings end with, as GitHub makes them. */
  readonly anchors: ReadonlySet<string>;
  readonly links: readonly Mention[];
  /** Texts between single backticks. */
  readonly codes: readonly Mention[];
}

/** Where something stands, for the titles of tests. */
export function placeOf({ file, line }: Pick<Snippet, 'file' | 'line'>): string {
  return `${file}:${line}`;
}

/** README.md and all of docs/. */
export const documents: readonly MarkdownFile[] = [
  'README.md',
  ...readdirSync(`${root}docs`)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `docs/${name}`),
].map(readMarkdown);

/** The blocks, headings, links and code words of one Markdown file of the checkout. */
export function readMarkdown(file: string): MarkdownFile {
  const text = readFileSync(`${root}${file}`, 'utf8').replaceAll('\r\n', '\n');
  const snippets: Snippet[] = [];
  const links: Mention[] = [];
  const codes: Mention[] = [];
  const anchors = new Set<string>();
  let open: { language: string; line: number; lines: string[]; before: string } | null = null;
  let paragraph: string[] = [];
  let ended = false;

  text.split('\n').forEach((content, index) => {
    const line = index + 1;
    const fence = /^```(\w*)$/.exec(content);
    if (open !== null) {
      if (content !== '```') {
        open.lines.push(content);
        return;
      }
      const { lines, ...rest } = open;
      snippets.push({ file, ...rest, text: `${lines.join('\n')}\n` });
      open = null;
      paragraph = [];
      return;
    }
    if (fence !== null) {
      open = { language: fence[1] ?? '', line: line + 1, lines: [], before: paragraph.join(' ') };
      return;
    }
    if (content === '') {
      ended = true;
      return;
    }
    if (ended) paragraph = [];
    ended = false;
    paragraph.push(content);
    const heading = /^#+ (.+)$/.exec(content)?.[1];
    if (heading !== undefined) anchors.add(anchorOf(heading, anchors));
    for (const [, target = ''] of content.matchAll(/\]\(([^)\s]+)\)/g))
      links.push({ file, line, text: target });
    for (const [, code = ''] of content.matchAll(/`([^`]+)`/g))
      codes.push({ file, line, text: code.replaceAll('\\|', '|') });
  });
  if (open !== null) throw new Error(`${file}: a block is never closed`);
  return { file, text, snippets, anchors, links, codes };
}

function anchorOf(heading: string, taken: ReadonlySet<string>): string {
  const plain = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
  let anchor = plain;
  for (let count = 1; taken.has(anchor); count++) anchor = `${plain}-${count}`;
  return anchor;
}

import createMarkdown, { type MarkdownIt, type Token } from 'markdown-it';

/** Text that stands for itself in HTML, also inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Characters of a text beyond which it is shown as it is: its Markdown is read in one step, which takes a second for a million brackets. */
const mostMarkdown = 20_000;

function plainHtml(text: string): string {
  return escapeHtml(text).replace(/\r?\n/g, '<br>');
}

/** One piece of text as HTML, its Markdown inside lines alone; line breaks are kept. */
export function inlineHtml(text: string): string {
  return text.length > mostMarkdown ? plainHtml(text.trim()) : renderer().renderInline(text.trim());
}

/**
 * Markdown (CommonMark with tables) as HTML. HTML in it stays text, images are left out, links lead to the web, to mail
 * and to pages here. Items of lists keep the numbers that were written.
 */
export function textHtml(text: string): string {
  return text.length > mostMarkdown ? `<p>${plainHtml(text)}</p>` : renderer().render(text);
}

/** The same, with tables that scroll by themselves where they are too wide, by the keyboard too. */
export function procedureHtml(text: string): string {
  // What an author wrote has no `<` any more.
  return textHtml(text)
    .replaceAll('<table>', '<div class="scroll" role="region" aria-label="Table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
}

/** Attributes that our style sheet and policy have a use for; the alignment of a table's column is an inline style. */
const attributes = new Set(['href', 'title', 'value']);

let markdown: MarkdownIt | undefined;

function renderer(): MarkdownIt {
  markdown ??= createRenderer();
  return markdown;
}

function createRenderer(): MarkdownIt {
  // With references one long address could stand behind each word of a text.
  const made = createMarkdown({ html: false, breaks: true }).disable(['image', 'reference']);
  made.validateLink = (url) => /^(https?|mailto):/i.test(url) || !/^[^/?#]*:/.test(url);
  // Procedures go on with a number right under a sentence, which CommonMark takes for a number in the sentence.
  made.block.ruler.before(
    'list',
    'numbered_item',
    (state, line, _end, silent) => {
      const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
      return silent && /^\d{1,9}[.)][ \t]+\S/.test(state.src.slice(start, state.eMarks[line]));
    },
    { alt: ['paragraph'] },
  );
  const { rules } = made.renderer;
  made.renderer.renderToken = (tokens, index) => tagOf(tokens[index]);
  rules.text = (tokens, index) => escapeHtml(contentOf(tokens[index]));
  rules.code_inline = (tokens, index) => `<code>${escapeHtml(contentOf(tokens[index]))}</code>`;
  rules.softbreak = () => '<br>';
  rules.hardbreak = () => '<br>';
  // Without the language, which would become a class.
  rules.fence = (tokens, index) => codeBlock(contentOf(tokens[index]));
  rules.code_block = (tokens, index) => codeBlock(contentOf(tokens[index]));
  // The page has its own headings.
  rules.heading_open = () => '<p><strong>';
  rules.heading_close = () => '</strong></p>';
  return made;
}

function contentOf(token: Token | undefined): string {
  return token?.content ?? '';
}

function codeBlock(content: string): string {
  return `<pre><code>${escapeHtml(content.replace(/\n$/, ''))}</code></pre>`;
}

/** The tag of a token that has no rule of its own; paragraphs of lists without blank lines have none. */
function tagOf(token: Token | undefined): string {
  if (token === undefined || token.hidden) return '';
  if (token.nesting === -1) return `</${token.tag}>`;
  const number =
    token.type === 'list_item_open' && token.info !== '' ? [['value', `${Number(token.info)}`]] : [];
  const shown = [...(token.attrs ?? []), ...number]
    .filter(([name = '']) => attributes.has(name))
    .map(([name, value = '']) => ` ${name}="${escapeHtml(String(value))}"`);
  return `<${token.tag}${shown.join('')}>`;
}

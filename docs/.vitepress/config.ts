// The site of the documentation: the Markdown of docs/ as it is, with a menu, a search that needs no server, and llms.txt.
import { readFileSync } from 'node:fs';
import { readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { defineConfig } from 'vitepress';
import { groups, type Page } from './pages.ts';

const docs = path.resolve(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(path.join(docs, '../package.json'), 'utf8')) as {
  version: string;
};
/** Where the sources can be read; the workflow that publishes the site sets both. Without them nothing links out of the site. */
const { GITHUB_SERVER_URL = 'https://github.com', GITHUB_REPOSITORY } = process.env;
const sources = GITHUB_REPOSITORY === undefined ? null : `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`;
const base = process.env.DOCS_BASE ?? '/';
/** Bytes of a page without its pictures, at most. */
const largestPage = 100_000;
/** The public address; cards of social networks want whole addresses. */
const site = process.env.DOCS_URL ?? base;
const about = 'Rules, procedures and product vision of your organisation for coding agents, served over MCP.';

/** What the theme shows too faintly to be read, and keys in a button whose name does not have them. */
const contrast = [
  'html:not(.dark){--vp-button-brand-bg:var(--vp-c-brand-2);--vp-button-brand-hover-bg:var(--vp-c-brand-1)}',
  'html:root{--vp-code-lang-color:var(--vp-c-text-1)}',
  '.DocSearch-Button .DocSearch-Button-Keys{display:none}',
].join('');

const toItem = ({ file, title }: Page) => ({ text: title, link: `/${file.replace(/\.md$/, '')}` });

export default defineConfig({
  title: 'Precept',
  description: about,
  lang: 'en',
  base,
  cleanUrls: true,
  // The menus are the same in every page, so that pages load them from one file.
  metaChunk: true,
  // What the Markdown links to outside of docs/ is shown at the repository.
  ignoreDeadLinks: [/^\.\.\//, /\/\.\.\//],
  head: [
    ['link', { rel: 'icon', href: `${base}icon.svg`, type: 'image/svg+xml' }],
    ['style', {}, contrast],
    ['meta', { property: 'og:title', content: 'Precept' }],
    ['meta', { property: 'og:description', content: about }],
    ['meta', { property: 'og:image', content: `${site}card.png` }],
    ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
  ],
  markdown: {
    // Comments of the usual themes are too faint on the background of a block.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config(markdown) {
      // `{{ }}` belongs to our templates, not to Vue's.
      const { text, code_inline } = markdown.renderer.rules;
      markdown.renderer.rules.text = (...args) => text?.(...args).replaceAll('{{', '&#123;&#123;') ?? '';
      markdown.renderer.rules.code_inline = (tokens, index, ...rest) => {
        tokens[index]?.attrSet('v-pre', '');
        return code_inline?.(tokens, index, ...rest) ?? '';
      };
      // Two spans for each line of plain text would make pages twice as large.
      const { highlight } = markdown.options;
      markdown.options.highlight = (code, language, attributes) =>
        language === 'text'
          ? `<pre class="vp-code" tabindex="0" v-pre><code>${markdown.utils.escapeHtml(code)}</code></pre>`
          : (highlight?.(code, language, attributes) ?? '');
      markdown.core.ruler.push('links-out-of-docs', ({ tokens, env }) => {
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          const href = token.type === 'link_open' ? token.attrGet('href') : null;
          if (href === null || /^[a-z]+:|^#/i.test(href)) continue;
          const target = path.posix.join(path.posix.dirname(`docs/${env.relativePath}`), href);
          if (target.startsWith('docs/')) continue;
          token.attrSet(
            'href',
            sources === null ? 'https://www.npmjs.com/package/precept-mcp' : `${sources}/blob/main/${target}`,
          );
        }
      });
    },
  },
  themeConfig: {
    nav: [
      ...groups
        .filter(({ kind }, index) => groups[index - 1]?.kind !== kind)
        .map(({ kind, pages }) => ({ text: kind, link: toItem(pages[0] as Page).link })),
      {
        text: version,
        link:
          sources === null
            ? 'https://www.npmjs.com/package/precept-mcp'
            : `${sources}/blob/main/CHANGELOG.md`,
      },
    ],
    sidebar: groups.map(({ title, pages }) => ({ text: title, items: pages.map(toItem) })),
    search: { provider: 'local' },
    outline: 'deep',
    ...(sources !== null && {
      editLink: { pattern: `${sources}/edit/main/docs/:path`, text: 'Edit this page' },
      socialLinks: [{ icon: 'github', link: sources }],
    }),
  },
  /** The theme gives a landmark to every page but the first. */
  transformHtml: (html) =>
    html.includes('<main') ? html : html.replace('id="VPContent"', 'id="VPContent" role="main"'),
  /** Refuses pages that are too large. Writes llms.txt (llmstxt.org): the pages with their addresses, for agents that read the site. */
  async buildEnd({ outDir }) {
    for (const file of await readdir(outDir, { recursive: true })) {
      const { size } = await stat(path.join(outDir, file));
      if (file.endsWith('.html') && size > largestPage)
        throw new Error(`${file} has ${size} bytes: split it`);
    }
    const lists = groups.map(
      ({ title, pages }) =>
        `## ${title}\n\n${pages.map((page) => `- [${page.title}](${site}${page.file.replace(/\.md$/, '')}): ${page.about}`).join('\n')}`,
    );
    await writeFile(path.join(outDir, 'llms.txt'), `# Precept\n\n> ${about}\n\n${lists.join('\n\n')}\n`);
  },
});

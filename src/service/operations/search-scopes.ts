import * as v from 'valibot';
import { toFault } from '../../model/fault.ts';
import { oneLine } from '../../render/foreign-text.ts';
import { bullet, codeSpan } from '../../render/markdown.ts';
import { inBatches } from '../../runtime/async/in-batches.ts';
import { searchShape } from '../finding/find-shapes.ts';
import { type DataOf, defineOperation } from '../operation.ts';
import { incompleteBlock } from '../runtime/content/gaps.ts';
import { maxResults } from './shapes/arguments.ts';

/** Scopes that are read at once: each may ask every master. */
const atOnce = 32;
/** Scopes that a hit names. */
const shownScopes = 3;

export const searchScopes = defineOperation({
  name: 'search_scopes',
  title: 'Rules and katas of all scopes that fit words',
  description:
    'Looks for rules and katas in all scopes: each once, where it is written, with the scopes that it reaches.',
  needs: ['finders', 'scope', 'scopes'],
  input: v.strictObject({ words: v.string(), max_results: maxResults }),
  output: searchShape,
  http: null,
  mcp: null,
  cli: { command: 'search', words: { argument: 'words' }, format: 'markdown' },
  async run({ words, max_results }, service) {
    const { names } = await service.scopes();
    const missing: string[] = [];
    const scopes = (
      await inBatches(names, atOnce, async (name) =>
        service.scope(name).catch((error: unknown) => {
          missing.push(...whyMissing(error));
          return [];
        }),
      )
    ).flat();
    const finder = await service.finders.ofAll(scopes);
    const found = await finder.search(words);
    const hits = found
      .slice(0, max_results)
      .map(({ category, kata, text, origin, scopes: reached, score }) => ({
        category,
        ...(kata !== null && { kata }),
        text,
        origin,
        scopes: reached,
        score,
      }));
    const gaps = missing.map((text) => ({ absent: null, text }));
    return {
      data: { hits, ...(missing.length > 0 && { warnings: missing }) },
      presentation: {
        scopes: scopes.length,
        reached: new Set(found.flatMap((one) => one.scopes)).size,
        words,
      },
      incomplete: incompleteBlock({ gaps, unavailable: [], failures: 0, keepsFailing: false }),
    };
  },
  texts: async () => ({ markdown: searchMarkdown }),
});

/** What there is to say of a scope that is not searched: nothing of one that has gone, or is not open to the caller. */
function whyMissing(error: unknown): string[] {
  const { code, message } = toFault(error);
  return code === 'scope-not-found' || code === 'forbidden' ? [] : [message];
}

function searchMarkdown(
  { hits }: DataOf<typeof searchShape>,
  {
    scopes,
    reached: count,
    words,
  }: { readonly scopes: number; readonly reached: number; readonly words: string },
): string {
  const where = scopes === 1 ? '1 scope' : `${scopes} scopes`;
  if (hits.length === 0) return `Nothing in ${where} fits "${oneLine(words)}".\n`;
  const lines = hits.map(({ category, kata, text, origin, scopes: reached }) => {
    const name = codeSpan(category) + (kata === undefined ? '' : `, kata ${codeSpan(kata)}`);
    const server = origin.server === 'local' ? '' : `${origin.server} `;
    const others = reached.length - shownScopes;
    const named = reached.slice(0, shownScopes).join(', ') + (others > 0 ? ` and ${others} more` : '');
    return bullet(`${name}: ${oneLine(text)}\n${server}${origin.file}:${origin.line}, in ${named}`);
  });
  return `# Found in ${count < scopes ? `${count} of ` : ''}${where}\n\n${lines.join('\n')}\n`;
}

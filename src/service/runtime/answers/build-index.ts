import { createPause } from '../../../runtime/async/turns.ts';
import type { SearchDocument } from '../../../search/search-document.ts';
import type { SearchIndex } from '../../../search/search-index.ts';

/** Builds the index of documents with what the language needs; the code of both is loaded with the first. */
export async function buildIndex(
  documents: readonly SearchDocument[],
  language: string,
): Promise<SearchIndex> {
  const [{ createSearchIndex }, { loadLanguage }] = await Promise.all([
    import('../../../search/search-index.ts'),
    import('../../../search/languages.ts'),
  ]);
  return createSearchIndex(documents, await loadLanguage(language), createPause());
}

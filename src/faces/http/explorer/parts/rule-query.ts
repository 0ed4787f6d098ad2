import { isOn, queryText, writeQuery } from '../query.ts';

/** What of a scope's rules is asked for: each part empty where it does not matter. */
export interface RuleQuery {
  readonly words: string;
  readonly strength: 'must' | 'should' | '';
  readonly layer: 'own' | 'inherited' | '';
  /** A scope that rules come from, as `originKey` writes it. */
  readonly origin: string;
  readonly tag: string;
  /** The category that the page begins with. */
  readonly category: string;
  /** Everything on one page, however long it gets. */
  readonly all: boolean;
  /** Texts as they are written. */
  readonly raw: boolean;
}

/** What a page's query says; what it does not know counts as nothing. */
export function readRuleQuery(query: URLSearchParams): RuleQuery {
  const value = (key: string) => queryText(query, key);
  const oneOf = <One extends string>(key: string, ...all: One[]): One | '' =>
    all.find((one) => one === query.get(key)) ?? '';
  return {
    words: value('q'),
    strength: oneOf('strength', 'must', 'should'),
    layer: oneOf('layer', 'own', 'inherited'),
    origin: value('origin'),
    tag: value('tag'),
    category: value('category'),
    all: isOn(query, 'all'),
    raw: isOn(query, 'raw'),
  };
}

/** The query of a link, with its question mark; empty where nothing is asked. */
export function writeRuleQuery(query: RuleQuery): string {
  const { raw, words, strength, layer, origin, tag, category, all } = query;
  return writeQuery({
    ...{ raw: raw ? '1' : '', q: words, strength, layer, origin, tag, category },
    all: all ? '1' : '',
  });
}

/** Whether only some of the rules are asked for. */
export function isNarrowed({ words, strength, layer, origin, tag }: RuleQuery): boolean {
  return [words, strength, layer, origin, tag].some((part) => part !== '');
}

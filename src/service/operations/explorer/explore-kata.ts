import * as v from 'valibot';
import { estimateTokens } from '../../../model/text/tokens.ts';
import { findKata } from '../../answers/katas/find-kata.ts';
import { kataShape } from '../../answers/shapes.ts';
import { defineScopeOperation } from '../../operation.ts';
import { debug, scopeName } from '../shapes/arguments.ts';

/** The kata of one category by both their names, as the explorer's addresses give them: any key that an author may choose. */
export const exploreKata = defineScopeOperation({
  name: 'explore_kata',
  title: 'A kata by category and name',
  description: 'One kata of one category, with its flowchart.',
  needs: [],
  input: v.strictObject({ scope_name: scopeName, category: v.string(), kata_name: v.string(), debug }),
  output: kataShape,
  madeFrom: 'scope',
  http: null,
  mcp: null,
  cli: null,
  shows: ({ name, category, procedure }, { debug: raw }) =>
    raw ? [] : [{ category, kata: name, tokens: estimateTokens(procedure) }],
  async run({ category, kata_name }, { scope, texts, service }) {
    const found = findKata(scope, kata_name, category);
    const { kataAnswer } = await import('../../answers/katas/kata-view.ts');
    return kataAnswer(scope, found, texts, service.config.settings.default_category_description);
  },
});

import { inTurns } from '../../../../runtime/async/turns.ts';
import { ask } from '../../../../service/ask.ts';
import { pageOperations } from '../../../../service/operations/explorer.ts';
import { named } from '../../../../service/operations.ts';
import { htmlAnswer, pageOf } from '../kept-pages.ts';
import type { MakePage } from '../page-request.ts';
import { scopeAround } from '../parts/scope-around.ts';
import { readVisionQuery } from '../parts/vision-query.ts';
import { writingVisionPage } from './vision-page.ts';

/** The stories of a scope. */
export const vision: MakePage = async ({ param, query }, service) => {
  const scope_name = param('scope');
  const asked = readVisionQuery(query);
  const answer = await ask(pageOperations.exploreVision, { scope_name }, service);
  const around = await scopeAround(scope_name, service);
  const key = JSON.stringify([asked, around.children]);
  return pageOf(answer, key, () =>
    inTurns(writingVisionPage({ ...around, vision: answer.data, query: asked })),
  );
};

/** What of them is not tested. */
export const coverage: MakePage = async ({ param }, service) => {
  const { coveragePage } = await import('./coverage-page.ts');
  const scope_name = param('scope');
  const { data } = await ask(named.getTenkaCoverage, { scope_name }, service);
  const { data: scope } = await ask(pageOperations.exploreScope, { scope_name }, service);
  return htmlAnswer(coveragePage({ scope, coverage: data, showTests: service.isAdmin }));
};

/** The results of one acceptance criterion over time. */
export const history: MakePage = async ({ param }, service) => {
  const { historyPage } = await import('./history-page.ts');
  const scope_name = param('scope');
  const answer = await ask(pageOperations.exploreHistory, { scope_name, ac: param('ac') }, service);
  const { data: vision } = await ask(pageOperations.exploreVision, { scope_name }, service);
  const { data: scope } = await ask(pageOperations.exploreScope, { scope_name }, service);
  return htmlAnswer(historyPage({ scope, vision, history: answer.data }));
};

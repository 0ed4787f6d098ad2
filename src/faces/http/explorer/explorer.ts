import { Fault, toFault } from '../../../model/fault.ts';
import { nearest } from '../../../model/text/nearest.ts';
import { inTurns } from '../../../runtime/async/turns.ts';
import type { Answer } from '../../../service/answer.ts';
import { ask } from '../../../service/ask.ts';
import { pageFacts, pageOperations } from '../../../service/operations/explorer.ts';
import { named } from '../../../service/operations.ts';
import type { Service } from '../../../service/service.ts';
import { htmlAnswer, pageOf, showing } from './kept-pages.ts';
import type { MakePage, PageRequest } from './page-request.ts';
import { brokenPage } from './pages/broken-page.ts';
import { writingComparePage } from './pages/compare-page.ts';
import { conflictsPage } from './pages/conflicts-page.ts';
import { faultPage } from './pages/fault-page.ts';
import { feedbackPage } from './pages/feedback-page.ts';
import { type AgentAnswers, answersPage, type Sought, searchPage, ticksFor } from './pages/find-page.ts';
import { kataPage } from './pages/kata-page.ts';
import { kataHref, writingKatasPage } from './pages/katas-page.ts';
import { coverage, history, vision } from './pages/make-vision-pages.ts';
import { mastersPage } from './pages/masters-page.ts';
import { ruleIdPattern, rulePage } from './pages/rule-page.ts';
import { writingRulesPage } from './pages/rules-page.ts';
import { scopesPage } from './pages/scopes-page.ts';
import { sourcePage } from './pages/source-page.ts';
import { verdictsOn } from './parts/check-verdicts.ts';
import { readRuleQuery } from './parts/rule-query.ts';
import { scopeAround } from './parts/scope-around.ts';
import { scopeHref } from './place.ts';
import { isOn, queryText } from './query.ts';

/** Pages as answers with an `html` text. */
export interface Explorer {
  page(route: PageRoute, request: PageRequest, service: Service): Promise<Answer>;
  /** The page of a fault, with links to what may have been meant. */
  fault(error: unknown, request: PageRequest, service: Service): Promise<string>;
}

export type PageRoute =
  | 'scopes'
  | 'rules'
  | 'rule'
  | 'katas'
  | 'kata'
  | 'vision'
  | 'coverage'
  | 'history'
  | 'evals'
  | 'source'
  | 'find'
  | 'conflicts'
  | 'compare'
  | 'review'
  | 'feedback'
  | 'usage'
  | 'ruleUsage'
  | 'fleet'
  | 'masters';

/** The pages of a service. */
export function createExplorer(): Explorer {
  const pages: Readonly<Record<PageRoute, MakePage>> = {
    scopes: createScopes(),
    rules,
    rule,
    katas,
    kata,
    vision,
    coverage,
    history,
    evals,
    source,
    find,
    conflicts,
    compare,
    review,
    feedback: async (_request, service) =>
      htmlAnswer(feedbackPage((await ask(named.feedbackSummary, {}, service)).data)),
    usage,
    ruleUsage,
    fleet: async (_request, service) => {
      const { fleetPage } = await import('./pages/fleet-page.ts');
      return htmlAnswer(fleetPage((await ask(named.getFleet, {}, service)).data));
    },
    masters: async (_request, service) => {
      const { data } = await ask(named.listMasters, {}, service);
      // Whose login it is, is the business of whoever sits at the machine.
      const isShared = service.config.settings.auth_issuer_url !== null;
      return htmlAnswer(mastersPage(data, await service.masterStates(), isShared));
    },
  };
  return {
    page: (route, request, service) => pages[route](request, service),
    async fault(error, request, service) {
      const fault = toFault(error);
      if (fault.problems !== undefined) {
        const shown = pageFacts.shownProblems(fault.problems);
        const scope = request.param('scope') || (shown[0]?.file.split('/')[0] ?? '');
        if (scope !== '') return brokenPage(scope, shown);
      }
      return faultPage(fault, await nearestLinks(fault, request, service));
    },
  };
}

/** The start page; it is made again when a scope, or what is asked, has changed. */
function createScopes(): MakePage {
  let last: { key: string; answer: Answer } | undefined;
  return async ({ query }, service) => {
    const { data } = await ask(pageOperations.exploreScopes, {}, service);
    const [search, tag] = [queryText(query, 'q'), queryText(query, 'tag')];
    const key = JSON.stringify([search, tag, data]);
    if (last?.key !== key) last = { key, answer: htmlAnswer(scopesPage(data, search, tag)) };
    return last.answer;
  };
}

const rules: MakePage = async ({ param, query }, service) => {
  const scope_name = param('scope');
  const asked = readRuleQuery(query);
  const input = { scope_name, debug: asked.raw };
  const answer = await ask(named.getRules, input, service);
  const around = await scopeAround(scope_name, service);
  const { commandments, suggestions } = answer.presentation;
  const verdicts = await verdictsOn(scope_name, [...commandments, ...suggestions], service);
  const key = JSON.stringify([asked, around.children, [...verdicts]]);
  const page = await pageOf(answer, key, () =>
    inTurns(writingRulesPage({ ...around, answer, query: asked, verdicts })),
  );
  return showing(page, { operation: named.getRules, input, answer });
};

const rule: MakePage = async ({ param }, service) => {
  const [scope_name, id] = [param('scope'), param('id')];
  // What is no id would be looked for as a text.
  const explanation = ruleIdPattern.test(id)
    ? (await ask(named.explain, { scope_name, of: id }, service)).data
    : null;
  const { data: scope } = await ask(pageOperations.exploreScope, { scope_name }, service);
  const all = (explanation?.matches ?? []).flatMap(({ candidates }) => candidates);
  const verdicts = await verdictsOn(scope_name, all, service);
  const html = explanation === null ? null : rulePage({ scope, id, explanation, verdicts });
  if (html !== null) return htmlAnswer(html);
  const why = 'A rule gets another id when its text is changed.';
  throw new Fault('not-found', `No layer of scope "${scope_name}" has a rule of this id. ${why}`);
};

const katas: MakePage = async ({ param, query }, service) => {
  const scope_name = param('scope');
  const search = queryText(query, 'q');
  const answer = await ask(named.getKataCategoryIndex, { scope_name, debug: false }, service);
  const around = await scopeAround(scope_name, service);
  const key = JSON.stringify([search, around.children]);
  return pageOf(answer, key, () => inTurns(writingKatasPage({ ...around, answer, query: search })));
};

const kata: MakePage = async ({ param, query }, service) => {
  const scope_name = param('scope');
  const raw = isOn(query, 'raw');
  const input = { scope_name, category: param('category'), kata_name: param('kata'), debug: raw };
  const answer = await ask(pageOperations.exploreKata, input, service);
  const { data: scope } = await ask(pageOperations.exploreScope, { scope_name }, service);
  const page = await pageOf(answer, '', async () => kataPage({ scope, answer, raw }));
  return showing(page, { operation: pageOperations.exploreKata, input, answer });
};

const usage: MakePage = async ({ query }, service) => {
  const [{ usagePage }, scope] = [await import('./pages/usage-page.ts'), query.get('scope') ?? ''];
  const days = /^\d{1,3}$/.test(query.get('days') ?? '') ? Number(query.get('days')) : 30;
  const since = `${Math.max(1, days)}d`;
  const { names } = await service.scopes();
  const { limit } = named.getUsage.input.entries;
  const input = { since, ...(names.includes(scope) && { scope }), limit: limit.default, offset: 0 };
  const [answer, reach] = await Promise.all([
    ask(named.getUsage, input, service),
    ask(named.getUsage, { ...input, reach: true }, service),
  ]);
  return htmlAnswer(usagePage(answer, reach, { scope, days, names }));
};

const ruleUsage: MakePage = async ({ query }, service) => {
  const { ruleUsagePage } = await import('./pages/rule-usage-page.ts');
  const { names } = await service.scopes();
  const scope = query.get('scope') ?? '';
  const days = /^[1-9]\d{0,2}$/.test(query.get('days') ?? '') ? Number(query.get('days')) : 30;
  const input = { since: `${days}d`, ...(names.includes(scope) && { scope }) };
  return htmlAnswer(ruleUsagePage(await ask(named.getRuleUsage, input, service), { scope, days, names }));
};

const evals: MakePage = async ({ param }, service) => {
  const { evalsPage } = await import('./pages/evals-page.ts');
  const scope_name = param('scope');
  const { reports } = (await ask(pageOperations.exploreEvals, { scope_name }, service)).data;
  const { data: scope } = await ask(pageOperations.exploreScope, { scope_name }, service);
  return htmlAnswer(evalsPage(scope, reports));
};

const conflicts: MakePage = async ({ query }, service) => {
  const [found, summary] = await Promise.all([
    ask(pageOperations.exploreConflicts, {}, service),
    ask(named.feedbackSummary, {}, service),
  ]);
  return htmlAnswer(conflictsPage(found.data, summary.data, queryText(query, 'q')));
};

const source: MakePage = async ({ param, query }, service) => {
  const input = { scope_name: param('scope'), file: param('file') };
  const { scope_name, file, text } = (await ask(pageOperations.getSource, input, service)).data;
  const from = query.get('from') ?? '';
  return htmlAnswer(sourcePage(scope_name, file, text, /^[1-9]\d{0,7}$/.test(from) ? Number(from) : 1));
};

/** Hits of a search over all scopes that the page shows. */
const maxHits = 50;
/** Of the categories that were found, those whose rules are shown before anything is ticked. */
const tickedAtFirst = 8;

const find: MakePage = async ({ query }, service) => {
  const scope = query.get('scope') ?? '';
  const words = (query.get('q') ?? '').trim().slice(0, 2000);
  const files = (query.get('files') ?? '').trim();
  const sought = { query: words, scope, files };
  const { names } = await service.scopes();
  if (scope !== '' && words + files !== '') {
    return htmlAnswer(answersPage(sought, names, await agentAnswers(sought, query, service)));
  }
  const input = { words, max_results: maxHits };
  const found = words === '' ? null : (await ask(named.searchScopes, input, service)).data;
  return htmlAnswer(searchPage(sought, names, found));
};

/** What an agent gets for a task, with the rules of the categories that are ticked. */
async function agentAnswers(sought: Sought, query: URLSearchParams, service: Service): Promise<AgentAnswers> {
  const { query: task, scope: scope_name, files } = sought;
  const found = await ask(
    named.findGuidance,
    { scope_name, task, files: files.split(','), max_results: 20 },
    service,
  );
  const all = [...found.data.for_files, ...found.data.results].map(({ category }) => category);
  const chosen =
    query.get('chosen') === ticksFor(sought) ? query.getAll('category') : all.slice(0, tickedAtFirst);
  const ticked = new Set(all.filter((category) => chosen.includes(category)));
  if (ticked.size === 0) return { found, rules: null, ticked };
  const rules = await ask(
    named.getRules,
    { scope_name, categories: [...ticked].join(','), debug: false },
    service,
  );
  return { found, rules, ticked };
}

const compare: MakePage = async ({ query }, service) => {
  const [from, to] = [nameIn(query, 'from'), nameIn(query, 'to')];
  const { names } = await service.scopes();
  const isComplete = from !== '' && to !== '' && from !== to;
  const compared = isComplete
    ? (await ask(pageOperations.compareScopes, { left: from, right: to }, service)).data
    : null;
  return htmlAnswer(await inTurns(writingComparePage({ names, from, to, compared })));
};

const review: MakePage = async ({ query }, service) => {
  const { reviewPage } = await import('./pages/review-page.ts');
  const { names } = await service.scopes();
  const scope = query.get('scope') ?? service.config.settings.default_scope ?? '';
  const patch = query.get('patch') ?? '';
  const isAsked = scope !== '' && patch.trim() !== '';
  const found = isAsked ? (await ask(named.reviewChange, { scope_name: scope, patch }, service)).data : null;
  return htmlAnswer(reviewPage({ names, scope, patch, found }));
};

/** One name may be in many categories. */
const maxLinks = 10;

/** Links to the pages whose names are nearest to what was asked for and does not exist. */
async function nearestLinks({ code }: Fault, { param, query }: PageRequest, service: Service) {
  if (code === 'scope-not-found') {
    const { names } = await service.scopes().catch(() => ({ names: [] as readonly string[] }));
    const asked =
      [param('scope'), query.get('scope'), query.get('from'), query.get('to')].find(
        (name) => name && !names.includes(name),
      ) ?? '';
    return nearest(asked, names).map((name) => ({ text: name, href: scopeHref(name) }));
  }
  if (code !== 'kata-not-found') return [];
  const scope_name = param('scope');
  const { data } = await ask(named.getKataCategoryIndex, { scope_name, debug: true }, service);
  const all = data.categories.flatMap(({ category, katas }) => katas.map(({ name }) => ({ category, name })));
  return nearest(param('kata'), new Set(all.map(({ name }) => name)))
    .flatMap((near) => all.filter(({ name }) => name === near))
    .slice(0, maxLinks)
    .map(({ category, name }) => ({
      text: `${category}/${name}`,
      href: kataHref(scope_name, category, name),
    }));
}

function nameIn(query: URLSearchParams, key: string): string {
  return (query.get(key) ?? '').trim();
}

import { join } from 'node:path';
import type { ResolvedScope } from '../../../guidance/guidance.ts';
import { findKata } from '../../../guidance/katas/find-kata.ts';
import { type Overridden, overriddenIn } from '../../../guidance/overridden.ts';
import { Fault, toFault } from '../../../model/fault.ts';
import { nearest } from '../../../model/nearest.ts';
import { readOptionalFile } from '../../../runtime/files.ts';
import { type Answer, createAnswer } from '../../../service/answer.ts';
import { ask } from '../../../service/ask.ts';
import { feedbackSummary } from '../../../service/operations/feedback-summary.ts';
import { storiesNow } from '../../../service/operations/tenka-arguments.ts';
import type { Service } from '../../../service/service.ts';
import { faultPage } from './fault-page.ts';
import { kataPage } from './kata-page.ts';
import { katasPage } from './katas-page.ts';
import { scopeHref, sourceFiles } from './place.ts';
import { rulesPage } from './rules-page.ts';
import { scopesPage } from './scopes-page.ts';
import { feedbackPage, mastersPage } from './server-pages.ts';
import { sourcePage } from './source-page.ts';
import { visionPage } from './vision-page.ts';

/** What a request for a page says. */
export interface PageRequest {
  /** The route's arguments, decoded: `scope`, `category`, `kata`, `file`. */
  readonly param: (name: string) => string;
  readonly query: URLSearchParams;
}

/** Pages as answers with an `html` text. */
export interface Explorer {
  page(route: PageRoute, request: PageRequest, service: Service): Promise<Answer>;
  /** The page of a fault, with links to what may have been meant. */
  fault(error: unknown, request: PageRequest, service: Service): Promise<string>;
}

export type PageRoute = 'scopes' | 'rules' | 'katas' | 'kata' | 'vision' | 'source' | 'feedback' | 'masters';

type MakePage = (request: PageRequest, service: Service) => Promise<Answer>;

/** The pages of a service. */
export function createExplorer(): Explorer {
  const pages: Readonly<Record<PageRoute, MakePage>> = {
    scopes: createScopes(),
    rules,
    katas,
    kata,
    vision,
    source,
    feedback,
    masters: async (_request, service) => htmlAnswer(mastersPage(await service.masterStates())),
  };
  return {
    page: (route, request, service) => pages[route](request, service),
    async fault(error, request, service) {
      const fault = toFault(error);
      const links = fault.code === 'scope-not-found' ? await nearestScopes(request, service) : [];
      return faultPage(fault, links);
    },
  };
}

const nothing = { data: null, presentation: null };

function htmlAnswer(html: string): Answer {
  return createAnswer(nothing, { html: () => html });
}

/** The start page; it is made again when a scope, or what is asked, has changed. */
function createScopes(): MakePage {
  let last: { key: string; scopes: readonly unknown[]; answer: Answer } | undefined;
  return async ({ query }, service) => {
    const { names, unavailable } = await service.scopes();
    const resolved = await Promise.all(
      names.map((name) => service.scope(name).catch((error: unknown) => toFault(error))),
    );
    // A fault is a new object each time; its message tells whether it is the same.
    const scopes = resolved.map((scope) => (scope instanceof Error ? scope.message : scope));
    const key = JSON.stringify([searchOf(query), names, unavailable]);
    if (last?.key === key && last.scopes.every((scope, index) => scope === scopes[index])) return last.answer;
    const html = scopesPage({
      scopes: new Map(names.map((name, index) => [name, resolved[index] as ResolvedScope | Fault])),
      unavailable,
      query: searchOf(query),
      whyEmpty: names.length === 0 ? service.whyEmpty() : '',
    });
    last = { key, scopes, answer: htmlAnswer(html) };
    return last.answer;
  };
}

const rules: MakePage = async ({ param, query }, service) => {
  const scope = await service.scope(param('scope'));
  const search = searchOf(query);
  const overridden = await overriddenNow(scope, service);
  return service.answers.keep(scope, keyOf('rules', [search], isRaw(query)), async (texts) =>
    createAnswer(nothing, {
      html: () => rulesPage({ scope, texts, fallbackWhen: fallbackOf(service), overridden, query: search }),
    }),
  );
};

const katas: MakePage = async ({ param, query }, service) => {
  const scope = await service.scope(param('scope'));
  const search = searchOf(query);
  const overridden = await overriddenNow(scope, service);
  return service.answers.keep(scope, keyOf('katas', [search]), async (texts) =>
    createAnswer(nothing, {
      html: () => katasPage({ scope, texts, fallbackWhen: fallbackOf(service), overridden, query: search }),
    }),
  );
};

const kata: MakePage = async ({ param, query }, service) => {
  const scope = await service.scope(param('scope'));
  const found = findKata(scope, param('kata'), param('category'));
  const overridden = await overriddenNow(scope, service);
  const input = [found.category, found.kata.name];
  return service.answers.keep(scope, keyOf('kata', input, isRaw(query)), async (texts) =>
    createAnswer(nothing, {
      html: () => kataPage({ scope, found, texts, fallbackWhen: fallbackOf(service), overridden }),
    }),
  );
};

const vision: MakePage = async ({ param }, service) => {
  const scope = await service.scope(param('scope'));
  const { version } = await service.results();
  const stories = await storiesNow(scope, service);
  const overridden = await overriddenNow(scope, service);
  return service.answers.keep(scope, { ...keyOf('vision', []), version }, async (texts) =>
    createAnswer(nothing, { html: () => visionPage({ scope, stories, texts, overridden }) }),
  );
};

const source: MakePage = async ({ param }, service) => {
  // The scope is resolved for its checks: its name, and that the caller may read it.
  const { name, sources } = await service.scope(param('scope'));
  const { rulesPath } = service.config;
  const file = param('file');
  const bytes =
    rulesPath !== null && sources.includes('local') && sourceFiles.includes(file)
      ? await readOptionalFile(join(rulesPath, name, file))
      : null;
  if (bytes === null) throw new Fault('not-found', `Scope "${name}" has no such file on this server.`);
  return htmlAnswer(sourcePage(name, file, bytes.toString('utf8')));
};

const feedback: MakePage = async (_request, service) => {
  const answer = await ask(feedbackSummary, {}, service);
  return htmlAnswer(feedbackPage(answer.data));
};

function keyOf(page: PageRoute, input: readonly unknown[], raw = false) {
  return { operation: `page of ${page}`, input, raw, version: null };
}

const overrides = new WeakMap<ResolvedScope, readonly Overridden[]>();

async function overriddenNow(scope: ResolvedScope, service: Service): Promise<readonly Overridden[]> {
  const known = overrides.get(scope);
  if (known !== undefined) return known;
  const names = scope.lineage.filter((name) => name !== scope.name);
  const ancestors = await Promise.all(names.map((name) => service.scope(name).catch(() => null)));
  const found = new Map(ancestors.flatMap((one) => (one === null ? [] : [[one.name, one] as const])));
  const all = overriddenIn(scope, found);
  if (found.size === names.length) overrides.set(scope, all);
  return all;
}

async function nearestScopes({ param }: PageRequest, service: Service) {
  const { names } = await service.scopes().catch(() => ({ names: [] }));
  return nearest(param('scope'), names).map((name) => ({ text: name, href: scopeHref(name) }));
}

function searchOf(query: URLSearchParams): string {
  return (query.get('q') ?? '').trim().slice(0, 200);
}

function isRaw(query: URLSearchParams): boolean {
  return ['1', 'true'].includes(query.get('raw') ?? '');
}

function fallbackOf(service: Service): string {
  return service.config.settings.default_category_description;
}

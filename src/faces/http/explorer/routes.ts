import type { Context, Hono } from 'hono';
import { Fault } from '../../../model/fault.ts';
import { lazy } from '../../../runtime/async/lazy.ts';
import type { Answer } from '../../../service/answer.ts';
import type { Service } from '../../../service/service.ts';
import { prefersJson, prefersPage, refusesPages } from '../accept.ts';
import { answerResponse } from '../answer-response.ts';
import { compressed, varyByEncoding } from '../compressed.ts';
import { belowPrefix, createMover } from '../guard/below-prefix.ts';
import { accountOf, callerOf } from '../guard/caller.ts';
import { pathPrefix } from '../guard/public-address.ts';
import type { ProblemResponder } from '../problem-response.ts';
import { readAtMost } from '../routes/read-json-body.ts';
import type { PageRoute } from './explorer.ts';
import { pagePolicy } from './page-policy.ts';
import type { PageRequest } from './page-request.ts';

const paths: Readonly<Record<PageRoute, string>> = {
  scopes: '/',
  rules: '/scopes/:scope',
  rule: '/scopes/:scope/rules/:id',
  katas: '/scopes/:scope/katas',
  kata: '/scopes/:scope/katas/:category/:kata',
  vision: '/scopes/:scope/tenka',
  coverage: '/scopes/:scope/tenka/coverage',
  history: '/scopes/:scope/tenka/:ac',
  evals: '/scopes/:scope/evals',
  source: '/scopes/:scope/source/:file',
  find: '/find',
  conflicts: '/conflicts',
  compare: '/compare',
  review: '/review',
  feedback: '/feedback',
  usage: '/usage',
  ruleUsage: '/usage/rules',
  fleet: '/fleet',
  masters: '/masters',
};

/** The paths of all pages, with `:name` for an argument. */
export const pagePaths: readonly string[] = Object.values(paths);

/** Keys that the pages' queries know. */
export const pageQueries: readonly string[] = [
  'q',
  'raw',
  'v',
  'scope',
  'files',
  'category',
  'chosen',
  'from',
  'to',
  'days',
  'strength',
  'layer',
  'origin',
  'state',
  'for',
  'tag',
  'all',
];

/** Bytes of a form with a patch: what is not a letter or a digit may take three. */
const mostPatch = 24 * 1024 * 1024;

interface ExplorerOptions {
  readonly service: Service;
  readonly problem: ProblemResponder;
}

/**
 * Adds the explorer's pages to an app; their code, and Eta with it, is loaded when one is first asked for. Gives back
 * what turns a fault into a page, for paths outside that a person asks for.
 */
export function addExplorer(
  app: Hono,
  { service, problem }: ExplorerOptions,
): (error: unknown, context: Context) => Promise<Response> {
  const open = lazy(async () => (await import('./explorer.ts')).createExplorer());
  const prefix = pathPrefix(service);
  const moved = createMover(prefix);

  async function faultResponse(error: unknown, context: Context): Promise<Response> {
    const { raw } = context.req;
    const answer = problem(error, raw);
    if (prefersJson(raw.headers.get('accept'))) return answer;
    const page = await (await open()).fault(error, pageRequest(context), callerOf(raw, service));
    const html = belowPrefix(page, prefix);
    const headers = new Headers(answer.headers);
    headers.set('Content-Type', 'text/html; charset=utf-8');
    headers.set('Content-Length', String(Buffer.byteLength(html)));
    headers.set('Content-Security-Policy', pagePolicy);
    return personal(
      new Response(raw.method === 'HEAD' ? null : html, { status: answer.status, headers }),
      raw,
    );
  }

  for (const [route, path] of Object.entries(paths) as [PageRoute, string][]) {
    app.get(path, compressed, async (context) => {
      const { raw } = context.req;
      try {
        if (refusesPages(raw.headers.get('accept'))) throw noPage();
        const answer = await (await open()).page(route, pageRequest(context), callerOf(raw, service));
        const response = answerResponse(moved(answer), 'html', raw.headers.get('if-none-match'), {
          'Content-Security-Policy': pagePolicy,
          Vary: varyByEncoding,
        });
        if (response.status === 200 && raw.method === 'GET' && service.usage.isOn)
          await countPage(service, answer);
        return await personal(response, raw);
      } catch (error) {
        return faultResponse(error, context);
      }
    });
  }
  // A patch is too long for an address.
  app.post(paths.review, compressed, async (context) => {
    const { raw } = context.req;
    try {
      const body = Buffer.from(await readAtMost(raw, mostPatch)).toString('utf8');
      const request = { ...pageRequest(context), query: new URLSearchParams(body) };
      const answer = await (await open()).page('review', request, callerOf(raw, service));
      const html = belowPrefix(answer.text('html'), prefix);
      const headers = {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-store',
        'Content-Security-Policy': pagePolicy,
      };
      return await personal(new Response(html, { headers }), raw);
    } catch (error) {
      return faultResponse(error, context);
    }
  });
  // Its address until it was named like the file.
  app.get('/scopes/:scope/vision', (context) =>
    context.redirect(`${prefix}/scopes/${encodeURIComponent(context.req.param('scope'))}/tenka`, 308),
  );
  app.get('/explorer/:name', compressed, async (context) => {
    const { assetResponse } = await import('./assets/assets.ts');
    return assetResponse(context.req.param('name'), context.req.raw);
  });
  return faultResponse;
}

/** A page as it is for the person who signed in with a browser; as it was for everybody else. */
async function personal(response: Response, request: Request): Promise<Response> {
  const account = accountOf(request);
  if (account === undefined) return response;
  return (await import('../sign-in/personal.ts')).personalPage(response, request, account);
}

async function countPage(service: Service, page: Answer): Promise<void> {
  const [{ countReads }, { shownOn }] = await Promise.all([
    import('../../../service/tasks/count-reads.ts'),
    import('./kept-pages.ts'),
  ]);
  const shown = shownOn(page);
  if (shown !== undefined) countReads(service, shown.operation, shown.input, shown.answer, 'explorer');
}

function noPage(): Fault {
  const detail =
    'The Accept header refuses text/html, and a page is all there is here; /docs lists the data.';
  return new Fault('not-acceptable', detail);
}

function pageRequest(context: Context): PageRequest {
  const { url } = context.req;
  const start = url.indexOf('?', 8);
  return {
    param: (name) => context.req.param(name) ?? '',
    query: new URLSearchParams(start === -1 ? '' : url.slice(start + 1)),
  };
}

/** Whether a request is a person's, who is better served with a page than with JSON. */
export function wantsPage(request: Request): boolean {
  return request.method === 'GET' && prefersPage(request.headers.get('accept'));
}

import { bundle, bundled, startStub } from '../../federation/servers.ts';
import { type Attack, html, type MasterAnswers, markdown, numbered, rest, words } from './attack.ts';

const notFound = {
  type: 'urn:precept:problem:scope-not-found',
  title: 'Scope not found',
  status: 404,
  code: 'scope-not-found',
  detail: 'There is no such scope.',
};

/** The address of a master that answers so; a 404 is one of ours, so that it counts as a server that has bundles. */
export async function masterOf(answer: MasterAnswers): Promise<string> {
  const stub = await startStub((request, response) => {
    const data = answer(request.url ?? '');
    const type = data === undefined ? 'application/problem+json' : 'application/json';
    response.writeHead(data === undefined ? 404 : 200, { 'Content-Type': type });
    response.end(JSON.stringify(data ?? notFound));
  });
  return stub.url;
}

/** A master of these scopes, which have a bundle each where `parts` are given. */
function masterListing(names: readonly string[], parts?: object): MasterAnswers {
  const known = new Set(names);
  return (path) => {
    const [, , , , name = ''] = path.split(/[/?]/);
    if (parts !== undefined && known.has(name)) return bundle(name, parts);
    return path.split('?')[0] === '/api/v1/scopes' ? names : undefined;
  };
}

const masterWith = (parts: object): MasterAnswers => masterListing(['s'], parts);

const bare = { when: null, tags: [], rules: [] };
const origin = { server: 'local', scope: 's', file: 's/commandments.yml', line: 1 };
const oneRule = { ...bare, rules: [{ text: 'x', origin }] };

export const hostileMasters: readonly Attack[] = [
  {
    name: 'a master’s 10,000 scope names, and one that is not among them',
    master: masterListing(numbered(10_000, (at) => `scope-${at}-`.padEnd(200, 'x'))),
    steps: [
      { path: `/api/v1/scopes/${'y'.repeat(200)}/rules`, status: 404 },
      { path: '/api/v1/scopes' },
      { path: '/', accept: html },
    ],
  },
  {
    name: 'a master’s 20,000 scope names, which are too many',
    master: masterListing(numbered(20_000, (at) => `scope-${at}-`.padEnd(200, 'x'))),
    steps: [{ path: `/api/v1/scopes/${'y'.repeat(200)}/rules`, status: 404 }, { path: '/api/v1/scopes' }],
  },
  {
    name: 'a thousand scopes of a thousand tags each',
    master: masterListing(
      numbered(1_000, (at) => `scope-${at}`),
      {
        metadata: {
          description: 'd',
          tags: Object.fromEntries(numbered(1_000, (at) => [`tag-${at}`, `value ${at}`])),
          sources: ['local'],
        },
      },
    ),
    steps: [{ path: '/', accept: html }],
  },
  {
    name: 'a bundle of 30,000 rules',
    master: masterWith({ commandments: bundled('s', { a: numbered(30_000, words) }) }),
    steps: [{ path: `${rest}/rules` }, { path: '/scopes/s', accept: html }],
  },
  {
    name: 'a `when` that 10,000 categories of a bundle inherit',
    files: { 's/commandments.yml': 'local: {ruleset: [Keep calm]}' },
    master: masterWith({
      commandments: {
        a: { ...bare, when: 'x'.repeat(2_000) },
        ...Object.fromEntries(numbered(10_000, (at) => [`a.b${at}`, bare])),
      },
    }),
    steps: [{ path: `${rest}/rules` }],
  },
  {
    name: 'a bundle with categories of 247 segments',
    files: { 's/commandments.yml': 'local: {ruleset: [Keep calm]}' },
    master: masterWith({
      commandments: Object.fromEntries(numbered(10_000, (at) => [`${'a.'.repeat(246)}b${at}`, bare])),
    }),
    steps: [{ path: `${rest}/rules` }],
  },
  {
    name: 'a bundle with categories of 64 segments',
    master: masterWith({
      commandments: Object.fromEntries(numbered(10_000, (at) => [`${'a.'.repeat(63)}b${at}`, oneRule])),
    }),
    steps: [
      { path: `${rest}/rules` },
      { path: `${rest}/index`, accept: markdown },
      { path: '/scopes/s', accept: html },
    ],
  },
];

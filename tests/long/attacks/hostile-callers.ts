import { raw } from '../../http/sockets.ts';
import { type Attack, numbered, rest, rulesFile, words } from './attack.ts';

const files = { 's/commandments.yml': rulesFile(numbered(100, words)) };

function flood(path: string, count: number) {
  return async (url: string): Promise<void> => {
    const { port, host } = new URL(url);
    await raw(Number(port), `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(count));
  };
}

export const hostileCallers: readonly Attack[] = [
  {
    name: '20,000 requests at once on one connection',
    files,
    steps: [
      { call: 'rules', run: flood(`${rest}/rules`, 20_000) },
      { call: 'a page', run: flood('/scopes/s', 20_000) },
      { call: 'nothing that is there', run: flood('/nowhere', 20_000) },
    ],
  },
  {
    name: 'JSON of little but brackets',
    files,
    steps: [
      { path: '/api/v1/feedback', status: 400, body: '['.repeat(60_000) },
      {
        path: '/mcp',
        accept: 'application/json, text/event-stream',
        status: 400,
        body: `{"a":${'['.repeat(250_000)}`,
      },
    ],
  },
];

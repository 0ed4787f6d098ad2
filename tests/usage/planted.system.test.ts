import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { audience, startIssuer } from '../auth/issuer.ts';
import { precept } from '../cli/command-line.ts';
import { type HttpClient, httpClient, jsonOf } from '../http/client.ts';
import { runProgram } from '../support/program.ts';
import {
  expectKnownFeedback,
  expectKnownUsage,
  missedOf,
  readsOf,
  type Summary,
  type Usage,
} from './expect-known.ts';
import { content, day, known, missedMost, now, plantFeedback, plantUsage } from './planted.ts';

let usageFile: string;
let feedbackFile: string;
let http: HttpClient;
let flags: string[];
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  [usageFile, feedbackFile] = [await plantUsage(), await plantFeedback()];
  http = await httpClient(content, { usage: true, usage_file: usageFile, feedback_file: feedbackFile });
  flags = ['-r', http.rulesPath, '--usage-file', usageFile, '--feedback-file', feedbackFile];
});
afterAll(() => void vi.useRealTimers());

const faces = () => ({
  get: http.get,
  run: (argv: readonly string[]) => precept([...argv, ...flags]),
});

test('90 days of reads come out exactly at every face: what is read, and what never is', () =>
  expectKnownUsage(faces()));

test('90 days of feedback come out exactly: what is missed most', () => expectKnownFeedback(faces()));

test.each(['Pacific/Kiritimati', 'America/Los_Angeles'])('the same where clocks show %s', async (TZ) => {
  const run = (...argv: string[]) =>
    runProgram([...argv, '--since', day(89), '--format', 'json', ...flags], { env: { TZ } });
  const [usage, feedback] = await Promise.all([run('usage'), run('feedback', 'summary')]);
  expect(readsOf(JSON.parse(usage.stdout))).toEqual(known['90d']);
  expect(missedOf(JSON.parse(feedback.stdout))).toEqual(missedMost);
});

test('who may not read a scope sees nothing of it', async () => {
  const issuer = await startIssuer();
  const client = await httpClient(content, {
    ...{ usage: true, usage_file: usageFile, feedback_file: feedbackFile },
    ...{ auth_issuer_url: issuer.url, auth_audience: audience, admin_roles: ['admin'] },
  });
  const seenBy = async (role: string) => {
    const authorization = `Bearer ${await issuer.sign({ roles: [role] })}`;
    const page = await client.get('/usage?days=90', { authorization, accept: 'text/html' });
    const ask = <Shape>(path: string) => jsonOf<Shape>(client.get(`/api/v1${path}`, { authorization }));
    return {
      reads: readsOf(await ask<Usage>('/usage?since=90d')),
      missed: missedOf(await ask<Summary>(`/feedback/summary?since=${day(89)}`)),
      pageHasVault: /vault|rotation/.test(await page.text()),
    };
  };
  const open = known['90d'].filter(([name]) => !name.startsWith('vault'));
  // What is about no scope is for admins.
  const reported = missedMost.map(([name, count]) => [name, name === 'delivery' ? count - 1 : count]);
  expect(await seenBy('reader')).toEqual({
    reads: open,
    missed: reported.filter(([name]) => name !== 'keys'),
    pageHasVault: false,
  });
  expect(await seenBy('owner')).toEqual({ reads: known['90d'], missed: reported, pageHasVault: true });
  expect(await seenBy('admin')).toEqual({ reads: known['90d'], missed: missedMost, pageHasVault: true });
});

import * as v from 'valibot';
import { Fault } from '../../model/fault.ts';
import { checkScopeName } from '../../model/names/scope-name.ts';
import { defineOperation } from '../operation.ts';
import { ruleUsageMarkdown } from '../tasks/rule-usage-text.ts';
import { rulesToReport } from '../tasks/rules-to-report.ts';
import { visibleTo, widestFor } from '../tasks/visible-to.ts';
import { sinceAndScope } from './shapes/usage-shapes.ts';

const entry = v.object({
  scope: v.string(),
  id: v.string(),
  category: v.string(),
  rule: v.string(),
  reads: v.number(),
  relevant: v.number(),
  kept: v.number(),
  violated: v.number(),
  waived: v.number(),
  next: v.string(),
});

export const getRuleUsage = defineOperation({
  name: 'get_rule_usage',
  title: 'What becomes of rules',
  description:
    'Rules that are read and violated (ignored), often relevant and never violated (needless), and never relevant (unseen), each with what to do.',
  needs: ['for', 'mayRead', 'scope', 'scopes', 'usage'],
  input: v.strictObject({
    ...sinceAndScope,
  }),
  output: v.object({
    since: v.string(),
    until: v.string(),
    ignored: v.array(entry),
    needless: v.array(entry),
    unseen: v.array(entry),
  }),
  http: { method: 'get', path: '/usage/rules', formats: ['json', 'markdown'], mayBeMissing: true },
  mcp: null,
  cli: null,
  async run({ since: given, scope }, service) {
    const [{ firstDay }, { ruleReport }] = await Promise.all([
      import('../../usage/usage-report.ts'),
      import('../../usage/rule-report.ts'),
    ]);
    const now = new Date();
    const since = firstDay(given, now);
    if (since === null) {
      const message = 'it is not a day: give one like 2026-03-31, or how many days like 30d.';
      throw new Fault('invalid-parameter', `"since": ${message}`, { errors: [{ path: 'since', message }] });
    }
    const until = now.toISOString().slice(0, 10);
    const names = scope === undefined ? null : [checkScopeName(scope)];
    const rules = await rulesToReport(widestFor(service), names, since, visibleTo(service));
    const report = await ruleReport(await service.usage.lines(), rules, { since, until });
    return { data: { since, until, ...report }, presentation: { isOn: service.usage.isOn } };
  },
  async texts() {
    return { markdown: ruleUsageMarkdown };
  },
});

import { listOf } from '../../../guidance/rules/record/details.ts';
import { homepage } from '../../../model/problems/help-link.ts';
import { cutText } from '../../../model/text/cut-text.ts';
import { version } from '../../../model/version.ts';
import { codeSpan } from '../../../render/markdown.ts';
import type { PolicyRule } from '../policy/policy.ts';
import type { Review } from '../to-review.ts';
import {
  breaksId,
  type ToldBreak,
  type ToldFinding,
  toldBreaks,
  toldFindings,
  weightOf,
} from './told-findings.ts';

/** What GitHub takes of one upload. */
const mostResults = 25_000;
const longest = 1024;

/** A log in the Static Analysis Results Interchange Format 2.1.0 (OASIS), as GitHub's code scanning takes it. */
export function reviewSarif(review: Review): string {
  const ids = new Map<string, number>();
  const rules = review.shown.flatMap((rule) => {
    if (ids.has(rule.id)) return [];
    ids.set(rule.id, ids.size);
    return [describe(rule)];
  });
  const results = toldFindings(review).map((told) => toResult(told, ids.get(told.rule.id) ?? -1));
  const broken = toldBreaks(review);
  if (broken.length > 0) rules.push(brokenRule);
  const breaks = broken.map((one) => toBreak(one, rules.length - 1));
  const driver = { name: 'precept', version, semanticVersion: version, informationUri: homepage, rules };
  const { scope, policy } = review.data;
  const run = {
    tool: { driver },
    automationDetails: { id: `precept-review/${scope}/` },
    columnKind: 'utf16CodeUnits',
    results: [...breaks, ...results].slice(0, mostResults),
    properties: { policy },
  };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return `${JSON.stringify(log, null, 2)}\n`;
}

const brokenRule = {
  id: breaksId,
  shortDescription: { text: 'The change breaks guidance' },
  fullDescription: {
    text: 'After the change, a file of guidance or settings has a mistake that it had not before.',
  },
  defaultConfiguration: { level: 'error' },
};

function toBreak({ path, line, message, fingerprint }: ToldBreak, ruleIndex: number): object {
  return {
    ...{ ruleId: breaksId, ruleIndex, level: 'error', message: { text: message } },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: toUri(path) },
          region: { startLine: line, endLine: line },
        },
      },
    ],
    partialFingerprints: { primaryLocationLineHash: fingerprint },
  };
}

function toUri(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function describe({ id, kind, category, text, details }: PolicyRule): object {
  const level = kind === 'commandments' ? 'error' : 'warning';
  const { why, good, bad, source } = details ?? {};
  const lines = [
    ...(why === undefined ? [] : [`Why: ${why}`]),
    ...listOf<string>(good).map((one) => `Good: ${one}`),
    ...listOf<string>(bad).map((one) => `Bad: ${one}`),
    ...listOf<string>(source).map((one) => `Source: ${one}`),
  ];
  const examples = [
    ...(why === undefined ? [] : [`**Why:** ${why}`]),
    ...listOf<string>(good).map((one) => `**Good:** ${codeSpan(one)}`),
    ...listOf<string>(bad).map((one) => `**Bad:** ${codeSpan(one)}`),
    ...listOf<string>(source),
  ];
  return {
    id,
    shortDescription: { text: cut(text.split('\n', 1)[0] || id, 255) },
    fullDescription: { text: cut(text, longest) },
    help: { text: [text, ...lines].join('\n\n'), markdown: [text, ...examples].join('\n\n') },
    defaultConfiguration: { level },
    properties: { tags: ['precept', category], precision: 'high', 'problem.severity': level },
  };
}

function toResult(told: ToldFinding, ruleIndex: number): object {
  const { rule, finding, path, message, fingerprint } = told;
  const { line = 1, text = '' } = finding;
  return {
    ruleId: rule.id,
    ruleIndex,
    level: weightOf(told),
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: toUri(path) },
          region: { startLine: line, endLine: line, ...(text !== '' && { snippet: { text } }) },
        },
      },
    ],
    partialFingerprints: { primaryLocationLineHash: fingerprint },
    ...(finding.waived === true && {
      suppressions: [{ kind: 'external', justification: rule.waiver ?? 'waived' }],
    }),
  };
}

function cut(text: string, length: number): string {
  return text.length > length ? `${cutText(text, length - 1)}…` : text;
}

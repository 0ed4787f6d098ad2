import type { SettingRow } from './setting-row.ts';

/** What is known about guidance: who wrote it, what was reported, how often it is read, how tests of it went. */
export const recordSettings = {
  authorship: {
    kind: 'boolean',
    default: true,
    about: 'Name who wrote a rule, by git, where people ask why it is served',
  },
  feedback_file: {
    kind: 'path',
    gate: 'outside',
    default: '.precept/feedback.jsonl',
    about: 'JSON Lines file that feedback is appended to',
  },
  store_url: {
    kind: 'text',
    default: null,
    secret: true,
    onlyVariable: true,
    form: { pattern: /^postgres(?:ql)?:\/\/\S+$/, words: 'an address like postgres://user@host/database' },
    about:
      'PostgreSQL database that replicas keep feedback, usage, test results and readers in, instead of files; by PRECEPT_STORE_URL alone',
  },
  feedback_reporter: {
    kind: 'text',
    default: null,
    form: { pattern: /^(?=.*\S).{1,200}$/, words: 'text of 1 to 200 characters' },
    about: 'Who reports, in any words, where a report does not say',
  },
  feedback_forward: {
    kind: 'boolean',
    gate: 'if true',
    default: false,
    about: 'Also send each entry to the first master',
  },
  usage: {
    kind: 'boolean',
    default: false,
    about:
      'Count which categories and katas are given out, by day and scope, and how many sessions of each client ask; nothing of the task or the person',
  },
  usage_file: {
    kind: 'path',
    gate: 'outside',
    default: '.precept/usage.jsonl',
    about: 'JSON Lines file that the counts are appended to',
  },
  usage_forward: {
    kind: 'boolean',
    gate: 'if true',
    default: false,
    about: 'Also send the counts to the first master',
  },
  validation_file: {
    kind: 'path',
    gate: 'outside',
    default: '.precept/validation.jsonl',
    about: 'JSON Lines file of imported test results',
  },
  validation_max_age_days: {
    kind: 'integer',
    default: 0,
    min: 0,
    max: 36_500,
    about: 'After how many days the last result of a check is stale, so that it proves nothing; 0 for never',
  },
} as const satisfies Record<string, SettingRow>;

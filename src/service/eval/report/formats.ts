import { evalJunit } from './eval-junit.ts';
import { evalMarkdown } from './eval-markdown.ts';
import { evalText } from './eval-text.ts';
import { type EvalData, isBad } from './report-data.ts';

export { type EvalData, isBad };

export type EvalFormat = 'text' | 'json' | 'markdown' | 'junit';

/** A report in each of its formats. */
export const evalReport: Readonly<Record<EvalFormat, (data: EvalData) => string>> = {
  text: evalText,
  json: (data) => `${JSON.stringify(data, null, 2)}\n`,
  markdown: evalMarkdown,
  junit: evalJunit,
};

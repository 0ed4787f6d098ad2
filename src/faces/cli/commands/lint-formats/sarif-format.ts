import { pathToFileURL } from 'node:url';
import { helpLink, homepage } from '../../../../model/problems/help-link.ts';
import type { Problem, Severity } from '../../../../model/problems/problem.ts';
import { type ProblemCode, problemCodes } from '../../../../model/problems/problem-codes.ts';
import { version } from '../../../../model/version.ts';

const levels: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };

/** A log in the Static Analysis Results Interchange Format 2.1.0 (OASIS). */
export function lintSarif(problems: readonly Problem[]): string {
  const names = Object.keys(problemCodes);
  const codes = Object.entries(problemCodes) as [ProblemCode, (typeof problemCodes)[ProblemCode]][];
  const rules = codes.map(([id, { severity, about }]) => ({
    id,
    shortDescription: { text: about },
    helpUri: helpLink(id),
    help: { text: `${about}. See ${helpLink(id)}` },
    defaultConfiguration: { level: levels[severity] },
  }));
  const results = problems.map(({ code, severity, message, hint, related = [], ...place }) => ({
    ruleId: code,
    ...(names.includes(code) && { ruleIndex: names.indexOf(code) }),
    level: levels[severity],
    message: { text: `${message}. ${hint}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(place.file) },
          region: {
            startLine: place.line,
            startColumn: place.column,
            endLine: place.end_line,
            endColumn: place.end_column,
            ...(place.excerpt !== '' && { snippet: { text: place.excerpt } }),
          },
        },
      },
    ],
    ...(related.length > 0 && {
      relatedLocations: related.map(({ file, line, column, message: text }) => ({
        physicalLocation: {
          artifactLocation: { uri: uriOf(file) },
          region: { startLine: line, startColumn: column },
        },
        message: { text },
      })),
    }),
  }));
  const driver = { name: 'precept', version, semanticVersion: version, informationUri: homepage, rules };
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/** A path with forward slashes as a URI; a relative one stays relative. */
function uriOf(file: string): string {
  if (/^(\/|[A-Za-z]:\/)/.test(file)) return pathToFileURL(file).href;
  return file.split('/').map(encodeURIComponent).join('/');
}

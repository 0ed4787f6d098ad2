import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver/node';
import type { Project } from '../../../editing/project.ts';
import { helpLink } from '../../../model/problems/help-link.ts';
import type { Problem, Severity } from '../../../model/problems/problem.ts';
import { toRange } from '../positions.ts';

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

/** A problem as editors show it. `mark` is what a byte order mark takes in its file, `uriOf` names files to the editor. */
export function toDiagnostic(
  problem: Problem,
  mark: number,
  project: Project,
  uriOf: (path: string) => string,
): Diagnostic {
  const { code, severity, message, hint, related = [] } = problem;
  return {
    range: toRange(problem, mark),
    severity: severities[severity],
    code,
    codeDescription: { href: helpLink(code) },
    source: 'precept',
    message: `${message}. ${hint}`,
    ...(related.length > 0 && {
      relatedInformation: related.map(({ file, line, column, message: text }) => ({
        location: {
          uri: uriOf(project.pathOf(file)),
          range: toRange({ line, column, end_line: line, end_column: column }),
        },
        message: text,
      })),
    }),
  };
}

/** A mistake in the settings, which no run of lint gets past; placed where its message says. */
export function settingsDiagnostic(message: string): Diagnostic {
  const [, line = '1', column = '1'] = /: line (\d+), column (\d+): /.exec(message) ?? [];
  const [at, unit] = [Number(line), Number(column)];
  return {
    range: toRange({ line: at, column: unit, end_line: at, end_column: unit }),
    severity: DiagnosticSeverity.Error,
    source: 'precept',
    message,
  };
}

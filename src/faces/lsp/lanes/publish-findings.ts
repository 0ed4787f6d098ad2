import type { Project } from '../../../editing/project.ts';
import type { Problem } from '../../../model/problems/problem.ts';
import { problemsByFile } from '../../../model/problems/problems-by-file.ts';
import { markOf } from '../positions.ts';
import type { ProjectDocument, Workspace } from '../workspace.ts';
import { settingsDiagnostic, toDiagnostic } from './diagnostic.ts';
import type { Publisher } from './publisher.ts';

/** Documents that were open as a run judged them, and what it found in the project. */
export interface OpenFindings {
  readonly opened: readonly ProjectDocument[];
  /** Their texts, and their versions by path. */
  readonly texts: ReadonlyMap<ProjectDocument, string>;
  readonly versions: ReadonlyMap<string, number>;
  readonly problems: readonly Problem[];
}

/** The same for all documents that were open. */
export interface Findings extends OpenFindings {
  /** What is wrong with the files as they are on disk. */
  readonly before: readonly Problem[];
}

/** Publishes of open documents all that was found. */
export function publishOpened(
  { opened, texts, versions, problems }: OpenFindings,
  project: Project,
  workspace: Workspace,
  publisher: Publisher,
): void {
  const now = problemsByFile(problems);
  for (const one of opened) {
    const { path, name, document } = one;
    const own = (now.get(name) ?? []).map((problem) =>
      toDiagnostic(problem, markOf(texts.get(one) ?? ''), project, workspace.uriOf),
    );
    const mistakes = path === project.config.file ? project.mistakes.map(settingsDiagnostic) : [];
    const version = versions.get(path) ?? document.version;
    publisher.publish(project, path, { uri: document.uri, diagnostics: [...mistakes, ...own], version });
  }
}

/** Publishes what was found: of open documents all of it, of other files what the edits make different. */
export function publishFindings(
  findings: Findings,
  project: Project,
  workspace: Workspace,
  publisher: Publisher,
): void {
  publishOpened(findings, project, workspace, publisher);
  const now = problemsByFile(findings.problems);
  const then = problemsByFile(findings.before);
  const shown = new Set(findings.opened.map(({ path }) => path));
  for (const name of new Set([...now.keys(), ...then.keys()])) {
    const path = project.pathOf(name);
    const [own, old] = [now.get(name) ?? [], then.get(name) ?? []];
    if (shown.has(path) || JSON.stringify(own) === JSON.stringify(old)) continue;
    shown.add(path);
    const diagnostics = own.map((problem) => toDiagnostic(problem, 0, project, workspace.uriOf));
    publisher.publish(project, path, { uri: workspace.uriOf(path), diagnostics });
  }
  publisher.clear(project, shown);
}

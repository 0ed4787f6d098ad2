import type { Project } from '../../editing/project.ts';
import type { Problem } from '../../model/problem.ts';
import { problemsByFile } from '../../model/problems-by-file.ts';
import { settingsDiagnostic, toDiagnostic } from './diagnostic.ts';
import { markOf } from './positions.ts';
import type { Publisher } from './publisher.ts';
import type { ProjectDocument, Workspace } from './workspace.ts';

/** What one run found in a project, and what it judged. */
export interface Findings {
  /** The documents that were open, with their texts, and their versions by path. */
  readonly opened: readonly ProjectDocument[];
  readonly texts: ReadonlyMap<ProjectDocument, string>;
  readonly versions: ReadonlyMap<string, number>;
  readonly problems: readonly Problem[];
  /** What is wrong with the files as they are on disk. */
  readonly before: readonly Problem[];
}

/** Publishes what was found: of open documents all of it, of other files what the edits make different. */
export function publishFindings(
  { opened, texts, versions, problems, before }: Findings,
  project: Project,
  workspace: Workspace,
  publisher: Publisher,
): void {
  const now = problemsByFile(problems);
  const then = problemsByFile(before);
  const shown = new Set<string>();
  for (const one of opened) {
    const { path, name, document } = one;
    shown.add(path);
    const own = (now.get(name) ?? []).map((problem) =>
      toDiagnostic(problem, markOf(texts.get(one) ?? ''), project, workspace.uriOf),
    );
    const mistakes = path === project.config.file ? project.mistakes.map(settingsDiagnostic) : [];
    const version = versions.get(path) ?? document.version;
    publisher.publish(project, path, { uri: document.uri, diagnostics: [...mistakes, ...own], version });
  }
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

import type { Project } from '../../editing/project.ts';
import type { Problem } from '../../model/problem.ts';
import { whenQuiet } from '../../runtime/when-quiet.ts';
import { settingsDiagnostic, toDiagnostic } from './diagnostic.ts';
import { markOf } from './positions.ts';
import type { Publisher } from './publisher.ts';
import type { ProjectDocument, Workspace } from './workspace.ts';

/** Judges one project whenever something in it has changed, one run at a time. */
export interface Lane {
  /** Something changed in an editor's buffer. */
  note(): void;
  /** Something changed on disk: these scopes, or null for any. */
  noteDisk(scopes: Iterable<string> | null): void;
  /** What the last run found, once no other is due. */
  settled(): Promise<Judged>;
  close(): void;
}

/** Every problem of a project, and the versions of the documents that were judged, by path. */
export interface Judged {
  readonly problems: readonly Problem[];
  readonly versions: ReadonlyMap<string, number>;
}

/** Milliseconds without a keystroke before a run, and the most that keystrokes may delay it. */
const pauses = { quiet: 30, patience: 150 };

export function createLane(project: Project, workspace: Workspace, publisher: Publisher): Lane {
  /** What is wrong on disk, as long as nothing there has changed; null where that is not known. */
  let disk: { problems: readonly Problem[] | null } = { problems: null };
  let judged: Judged = { problems: [], versions: new Map() };
  let isDue = false;
  let isRunning = false;
  let isClosed = false;
  let waiting: (() => void)[] = [];
  const quiet = whenQuiet(() => void work(), pauses);

  async function judge(): Promise<void> {
    const opened = (await workspace.opened()).filter((one) => one.project === project);
    const texts = new Map(opened.map((one) => [one, one.document.getText()]));
    const versions = new Map(opened.map(({ path, document }) => [path, document.version]));
    const buffers = await workspace.buffers();
    const asOf = disk;
    const problems = await project.lint(buffers);
    const isDirty = opened.some(({ path }) => buffers.has(path));
    const before = isDirty ? (asOf.problems ?? (await project.lint(new Map()))) : problems;
    asOf.problems = before;
    judged = { problems, versions };
    if (!isClosed) publish(opened, texts, problems, before);
  }

  function publish(
    opened: readonly ProjectDocument[],
    texts: ReadonlyMap<ProjectDocument, string>,
    problems: readonly Problem[],
    before: readonly Problem[],
  ): void {
    const now = byFile(problems);
    const then = byFile(before);
    const shown = new Set<string>();
    for (const one of opened) {
      const { path, name, document } = one;
      shown.add(path);
      const own = (now.get(name) ?? []).map((problem) =>
        toDiagnostic(problem, markOf(texts.get(one) ?? ''), project, workspace.uriOf),
      );
      const mistakes = path === project.config.file ? project.mistakes.map(settingsDiagnostic) : [];
      const version = judged.versions.get(path) ?? document.version;
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

  async function work(): Promise<void> {
    if (isRunning || isClosed) return;
    isRunning = true;
    try {
      while (isDue && !isClosed) {
        isDue = false;
        quiet.begin();
        await judge();
      }
    } catch (error) {
      publisher.log(`cannot judge ${project.rulesPath}: ${error instanceof Error ? error.message : error}`);
      publisher.clear(project, new Set());
    } finally {
      isRunning = false;
      for (const resolve of waiting) resolve();
      waiting = [];
    }
  }

  return {
    note() {
      isDue = true;
      quiet.note();
    },
    noteDisk(scopes) {
      project.forget(scopes);
      disk = { problems: null };
      isDue = true;
      quiet.note();
    },
    async settled() {
      while ((isDue || isRunning) && !isClosed) {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          if (!isRunning) void work();
        });
      }
      return judged;
    },
    close() {
      isClosed = true;
      quiet.close();
    },
  };
}

function byFile(problems: readonly Problem[]): ReadonlyMap<string, readonly Problem[]> {
  const files = new Map<string, Problem[]>();
  for (const problem of problems) {
    const own = files.get(problem.file);
    if (own === undefined) files.set(problem.file, [problem]);
    else own.push(problem);
  }
  return files;
}

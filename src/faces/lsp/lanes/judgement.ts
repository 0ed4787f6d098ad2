import type { Project } from '../../../editing/project.ts';
import type { Problem } from '../../../model/problems/problem.ts';
import type { ProjectDocument, Workspace } from '../workspace.ts';
import { publishFindings, publishOpened } from './publish-findings.ts';
import type { Publisher } from './publisher.ts';

/** What is wrong in a project: found, published, and kept as long as it holds. */
export interface Judgement {
  /**
   * Judges the project as it is now. What was edited since the last run comes first: `early` hears when that is published, or that there
   * is nothing such. Throws the reason of `signal`.
   */
  run(signal: AbortSignal, early: () => void): Promise<void>;
  /** Something changed, so that nothing holds any more; with `onDisk`, files did. */
  outdate(change: { readonly onDisk: boolean }): void;
  /** The problems of a document that are known to hold for its text; undefined where they are not known. */
  problemsOf(document: ProjectDocument): readonly Problem[] | undefined;
  /** Takes back all that is published. */
  clear(): void;
}

export function createJudgement(project: Project, workspace: Workspace, publisher: Publisher): Judgement {
  /** What is wrong on disk, as long as nothing there has changed; null where that is not known. */
  let disk: { problems: readonly Problem[] | null } = { problems: null };
  /** By path, with the version that was judged; a new map with each change. */
  let holding = new Map<string, { readonly version: number; readonly problems: readonly Problem[] }>();
  /** The versions of open documents that were published last, by path. */
  let published: ReadonlyMap<string, number> = new Map();

  const { whenFree } = workspace.priority;
  return {
    async run(signal, early) {
      const [asOf, kept] = [disk, holding];
      const opened = (await workspace.opened()).filter((one) => one.project === project);
      const texts = new Map(opened.map((one) => [one, one.document.getText()]));
      const versions = new Map(opened.map(({ path, document }) => [path, document.version]));
      const buffers = await workspace.buffers();
      const keep = (documents: readonly ProjectDocument[], problems: readonly Problem[]) => {
        for (const { path, name } of documents) {
          const own = problems.filter(({ file }) => file === name);
          kept.set(path, { version: versions.get(path) ?? 0, problems: own });
        }
        published = versions;
      };
      const edited = opened.filter(
        ({ path }) => path !== project.config.file && published.get(path) !== versions.get(path),
      );
      if (edited.length === 0) early();
      const first = {
        files: new Set(edited.map(({ name }) => name)),
        found(problems: readonly Problem[]) {
          signal.throwIfAborted();
          publishOpened({ opened: edited, texts, versions, problems }, project, workspace, publisher);
          keep(edited, problems);
          early();
        },
      };
      const problems = await project.lint(buffers, { first, signal, whenFree });
      const isDirty = opened.some(({ path }) => buffers.has(path));
      const before = isDirty
        ? (asOf.problems ?? (await project.lint(new Map(), { signal, whenFree })))
        : problems;
      asOf.problems = before;
      signal.throwIfAborted();
      publishFindings({ opened, texts, versions, problems, before }, project, workspace, publisher);
      keep(opened, problems);
    },
    outdate({ onDisk }) {
      holding = new Map();
      if (onDisk) disk = { problems: null };
    },
    problemsOf({ path, document }) {
      const known = holding.get(path);
      return known?.version === document.version ? known.problems : undefined;
    },
    clear() {
      publisher.clear(project, new Set());
      published = new Map();
    },
  };
}

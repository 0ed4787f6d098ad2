import type { Project } from '../../editing/project.ts';
import type { Problem } from '../../model/problem.ts';
import { whenQuiet } from '../../runtime/when-quiet.ts';
import { publishFindings } from './publish-findings.ts';
import type { Publisher } from './publisher.ts';
import type { Workspace } from './workspace.ts';

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
    if (!isClosed)
      publishFindings({ opened, texts, versions, problems, before }, project, workspace, publisher);
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

import type { Project } from '../../editing/project.ts';
import type { Problem } from '../../model/problem.ts';
import { whenQuiet } from '../../runtime/when-quiet.ts';
import { createJudgement } from './judgement.ts';
import type { Publisher } from './publisher.ts';
import type { ProjectDocument, Workspace } from './workspace.ts';

/** Judges one project whenever something in it has changed, one run at a time. */
export interface Lane {
  /** Something changed in an editor's buffer. */
  note(): void;
  /** Something changed on disk: these scopes, or null for any. */
  noteDisk(scopes: Iterable<string> | null): void;
  /** The problems of a document as it is now, once they are known; none where it changes meanwhile. */
  problemsOf(document: ProjectDocument): Promise<readonly Problem[]>;
  close(): void;
}

/** Milliseconds without a keystroke before a run, and the most that keystrokes may delay it. */
const pauses = { quiet: 30, patience: 150 };

/**
 * Of each run what was edited is published first; a further edit then ends the run, whose rest would be outdated. `onFirst` hears once
 * that something was published, or could not be.
 */
export function createLane(
  project: Project,
  workspace: Workspace,
  publisher: Publisher,
  { onFirst }: { readonly onFirst: () => void },
): Lane {
  const judgement = createJudgement(project, workspace, publisher);
  let isDue = false;
  let isClosed = false;
  let isFirst = true;
  /** `hasPublished` says that what was edited has been. */
  let running: { readonly stop: AbortController; hasPublished: boolean } | null = null;
  let waiting: (() => void)[] = [];
  const quiet = whenQuiet(() => void work(), pauses);

  function changed(onDisk: boolean): void {
    isDue = true;
    judgement.outdate({ onDisk });
    if (running?.hasPublished) running.stop.abort();
    if (isFirst) void work();
    else quiet.note();
  }

  function wake(): void {
    if (isFirst && !isClosed) onFirst();
    isFirst = false;
    for (const resolve of waiting) resolve();
    waiting = [];
  }

  async function judge(): Promise<void> {
    const run = { stop: new AbortController(), hasPublished: false };
    running = run;
    const { signal } = run.stop;
    const early = () => {
      run.hasPublished = true;
      if (isDue) run.stop.abort();
      wake();
    };
    try {
      await judgement.run(signal, early);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  async function work(): Promise<void> {
    if (running !== null || isClosed) return;
    try {
      while (isDue && !isClosed) {
        isDue = false;
        quiet.begin();
        await judge();
      }
    } catch (error) {
      publisher.log(`cannot judge ${project.rulesPath}: ${error instanceof Error ? error.message : error}`);
      judgement.clear();
    } finally {
      running = null;
      wake();
    }
  }

  return {
    note: () => changed(false),
    noteDisk(scopes) {
      project.forget(scopes);
      changed(true);
    },
    async problemsOf(document) {
      const isPending = () => isDue || (running !== null && judgement.problemsOf(document) === undefined);
      while (!isClosed && isPending()) {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          void work();
        });
      }
      return judgement.problemsOf(document) ?? [];
    },
    close() {
      isClosed = true;
      quiet.close();
      running?.stop.abort();
      wake();
    },
  };
}

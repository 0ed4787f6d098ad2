import type { Project } from '../../../editing/project.ts';
import type { Problem } from '../../../model/problems/problem.ts';
import { whenQuiet } from '../../../runtime/watch/when-quiet.ts';
import type { ProjectDocument, Workspace } from '../workspace.ts';
import { createJudgement } from './judgement.ts';
import type { Publisher } from './publisher.ts';

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

interface Run {
  readonly stop: AbortController;
  /** What was edited has been published. */
  hasPublished: boolean;
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
  let running: Run | null = null;
  const waiting = createWaiting();
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
    waiting.wake();
  }

  async function judge(): Promise<void> {
    const run: Run = { stop: new AbortController(), hasPublished: false };
    running = run;
    const early = () => {
      run.hasPublished = true;
      if (isDue) run.stop.abort();
      wake();
    };
    await judgement.run(run.stop.signal, early).catch((error: unknown) => {
      if (!run.stop.signal.aborted) throw error;
    });
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
      while (!isClosed && (isDue || (running !== null && judgement.problemsOf(document) === undefined))) {
        const next = waiting.next();
        void work();
        await next;
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

/** Those who wait for something to happen. */
function createWaiting() {
  let waiting: (() => void)[] = [];
  return {
    next: () => new Promise<void>((resolve) => waiting.push(resolve)),
    wake() {
      for (const resolve of waiting) resolve();
      waiting = [];
    },
  };
}

import type { Check } from '../../../guidance/rules/record/check.ts';
import type { Results } from '../../../guidance/stories/results/results-of.ts';
import type { Project } from '../../linters/project.ts';
import type { ChangedFile } from '../change/changed-file.ts';

/** What checks are judged in. */
export interface JudgeWorld {
  readonly files: readonly ChangedFile[];
  /** The text of a file as it is after the change; null where nobody knows. */
  textAfter(file: ChangedFile): Promise<string | null>;
  /** Whether the work tree has a file as it is after the change, for those who look at it there. */
  isInWorkTree(file: ChangedFile): Promise<boolean>;
  /** The checkout, and whether its tools and commands may run. */
  readonly project: Project;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly results: Results;
  /** Tools and commands that run at the same time. */
  readonly jobs: number;
  /** Whether the change itself edits what a check runs, so that its word does not count. */
  isEdited(check: Check): boolean;
  /** Hears of what takes time. */
  tell(what: string): void;
}

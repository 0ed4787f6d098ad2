import type { RemoteScope } from '../../guidance/guidance.ts';
import type { Asking } from '../ask-master.ts';
import type { Question } from '../copies/answer-or-copy.ts';
import type { BundleReading } from '../read-bundle.ts';

/** How what a master has is asked for, and read from copies. */
export interface ContentQuestions {
  scope(name: string, reading: BundleReading): Question<RemoteScope>;
  readonly names: Question<readonly string[]>;
  /** Fetches what is named for a scope, whatever is kept of it. Throws where it is not given; left out where nothing names it. */
  look?(name: string, asking: Asking): Promise<void>;
  /** Asks anew what there is, though the time to do so has not come. */
  refresh(): void;
  /** Forgets what is kept in memory. */
  forget(): void;
}

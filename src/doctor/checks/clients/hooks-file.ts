import type { FoundHook } from '../../../setup/hooks-text.ts';
import type { Patient } from '../../patient.ts';

/** Where hooks of clients are looked for. */
export interface HooksWorld extends Pick<Patient, 'project' | 'home' | 'env' | 'shown'> {
  /** The setting `cache_dir`; null where it is not set, or not known. */
  readonly cacheDir: string | null;
}

/** The hooks of Precept in one file of a client. */
export interface HooksFile {
  readonly path: string;
  /** As people say it. */
  readonly name: string;
  readonly isOfProject: boolean;
  /** Whether it was written within a day. */
  readonly isFresh: boolean;
  readonly hooks: readonly FoundHook[];
}

import type { ResolvedScope } from '../../../guidance/guidance.ts';
import type { TextRenderer } from '../../../render/text-renderer.ts';

/** What an index is made with. */
export interface IndexWork {
  readonly scope: ResolvedScope;
  readonly texts: TextRenderer;
  /** A further renderer of the same kind, whose failures are not those of the answer. */
  aside(): TextRenderer;
}

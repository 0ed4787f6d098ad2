import { oneLine } from '../../render/foreign-text.ts';
import type { Waiver } from './waiver.ts';

/** What stands behind a waived rule: `(waived for legacy/** until 2027-01-31: reason)`. */
export function waiverText({ paths, until, reason }: Pick<Waiver, 'paths' | 'until' | 'reason'>): string {
  const where = paths.length === 0 ? '' : ` for ${oneLine(paths.join(', '))}`;
  return `(waived${where} until ${until}: ${oneLine(reason)})`;
}

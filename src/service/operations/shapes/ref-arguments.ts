import { Fault } from '../../../model/fault.ts';
import { nearest } from '../../../model/text/nearest.ts';

/** Characters of a list of refs. */
const maxLength = 10_000;

const refKinds = {
  story: {
    pattern: /^US[0-9]+$/,
    fault: 'story-not-found',
    noun: 'user story',
    like: 'US1',
    parameter: 'stories',
  },
  ac: {
    pattern: /^AC[0-9]+\.[0-9]+$/,
    fault: 'ac-not-found',
    noun: 'acceptance criterion',
    like: 'AC1.2',
    parameter: 'acs',
  },
} as const;

/** Comma-separated refs as a set; `doubt` is added to the message where one is not found. Faults: `invalid-parameter` for a malformed one, `…-not-found` for an unknown one. */
export function readRefs(
  text: string,
  kind: keyof typeof refKinds,
  known: ReadonlySet<string>,
  doubt = '',
): ReadonlySet<string> {
  const { pattern, fault, noun, like, parameter } = refKinds[kind];
  if (text.length > maxLength) {
    throw new Fault(
      'invalid-parameter',
      `${parameter}: the list is longer than ${maxLength.toLocaleString('en')} characters; ask for fewer at a time.`,
    );
  }
  const refs = text.split(',').map((ref) => ref.trim());
  const malformed = refs.find((ref) => !pattern.test(ref));
  if (malformed !== undefined) {
    const orNone = text.trim() === '' ? ', or leave it out' : '';
    throw new Fault(
      'invalid-parameter',
      `${parameter}: "${malformed.slice(0, 60)}" is no ${noun}; give refs like ${like}, separated by commas${orNone}.`,
    );
  }
  const unknown = refs.find((ref) => !known.has(ref));
  if (unknown !== undefined)
    throw new Fault(
      fault,
      `There is no ${noun} ${unknown.slice(0, 60)} in this scope.${nearestOf(unknown, known)}${doubt}`,
    );
  return new Set(refs);
}

/** Comma-separated tags as a set; null, which wants everything, without any. */
export function readTags(text: string | undefined): ReadonlySet<string> | null {
  if (text === undefined || text.trim() === '') return null;
  return new Set(text.split(',').map((tag) => tag.trim()));
}

function nearestOf(ref: string, known: ReadonlySet<string>): string {
  return known.size === 0 ? '' : ` The nearest are: ${nearest(ref, known).join(', ')}.`;
}

import { type Part, withoutRules } from '../../part.ts';
import type { Stories } from '../story.ts';
import { writeCheck } from './stories-wire.ts';

/** Takes stories apart: a part for each, and one for each of its acceptance criteria. What tests have shown is left out. */
export function* storyParts(stories: Stories): Iterable<Part> {
  const base = { element: 'story', category: null, ...withoutRules } as const;
  for (const { id, origin, acs, results: _, ...said } of stories.values()) {
    yield { ...base, name: id, fields: said, origin };
    for (const { ref, line, stated, checks, ...criterion } of acs.values()) {
      // What the author states counts only where there are no checks.
      const proof = checks.length > 0 ? { checks: checks.map(writeCheck) } : stated;
      const fields = { ...criterion, ...proof };
      yield { ...base, name: ref, fields, origin: { ...origin, line } };
    }
  }
}

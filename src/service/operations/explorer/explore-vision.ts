import * as v from 'valibot';
import { acsShape, storiesShape } from '../../answers/shapes.ts';
import { defineScopeOperation } from '../../operation.ts';
import { scopeName } from '../shapes/arguments.ts';
import { originShape } from '../shapes/explorer-shapes.ts';
import { storiesNow } from '../shapes/tenka-arguments.ts';

/** The user stories of a scope with their acceptance criteria in them, and how far each is validated. */
export const exploreVision = defineScopeOperation({
  name: 'explore_vision',
  title: 'User stories with their acceptance criteria',
  description: 'All user stories of a scope with their acceptance criteria, and how far each is validated.',
  needs: ['results'],
  input: v.strictObject({ scope_name: scopeName }),
  output: v.object({
    ...storiesShape.entries,
    stories: v.array(
      v.object({
        ...storiesShape.entries.stories.item.entries,
        acs: acsShape.entries.acs,
        /** Of the active ones. */
        done: v.number(),
        total: v.number(),
        origin: originShape,
      }),
    ),
  }),
  madeFrom: 'scope and results',
  http: null,
  mcp: null,
  cli: null,
  async run(_input, { scope, texts, service }) {
    const stories = await storiesNow(scope, service);
    const { visionData } = await import('../../answers/vision/tenka-view.ts');
    return { data: visionData(scope, stories, texts), presentation: null };
  },
});

import * as v from 'valibot';
import { inTurns, startTurns } from '../../../runtime/async/turns.ts';
import { defineOperation } from '../../operation.ts';
import { scopeName } from '../shapes/arguments.ts';
import { originShape } from '../shapes/explorer-shapes.ts';

const items = v.array(v.object({ label: v.string(), text: v.string(), origin: v.nullable(originShape) }));
const side = v.object({
  name: v.string(),
  description: v.string(),
  rules: v.number(),
  katas: v.number(),
  tokens: v.number(),
});

/** Two scopes beside each other, with all that they inherit, for the explorer. */
export const compareScopes = defineOperation({
  name: 'compare_scopes',
  title: 'Two scopes beside each other',
  description: 'What two scopes serve, each alone and both, with all that they inherit and as it is written.',
  needs: ['scope'],
  input: v.strictObject({ left: scopeName, right: scopeName }),
  output: v.object({
    left: side,
    right: side,
    sections: v.array(v.object({ category: v.nullable(v.string()), left: items, right: items, both: items })),
  }),
  http: null,
  mcp: null,
  cli: null,
  async run({ left, right }, service) {
    const [{ loadTakeApart, sizeOf }, { puttingSideBySide }, ...scopes] = await Promise.all([
      import('../../compare/load/compared-scope.ts'),
      import('../../compare/side-by-side.ts'),
      service.scope(left),
      service.scope(right),
    ]);
    const takeApart = await loadTakeApart();
    const turn = startTurns();
    const first = takeApart(scopes[0]);
    await turn();
    const second = takeApart(scopes[1]);
    await turn();
    const about = (scope: typeof first) => ({
      name: scope.name,
      description: scope.description,
      ...sizeOf(scope),
    });
    const sections = await inTurns(puttingSideBySide(first, second));
    await turn();
    return { data: { left: about(first), right: about(second), sections }, presentation: null };
  },
});

import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, type Host } from '../mcp/clients.ts';
import { acFilters, refusals, storyFilters, validationFilters, visionFolder } from './world.ts';

const tools: Readonly<Record<string, string>> = {
  stories: 'get_user_stories',
  acs: 'get_acceptance_criteria',
  validation: 'get_validation_status',
};

let host: Host;
beforeAll(async () => {
  const folder = await visionFolder();
  host = await connect('SDK 2.x, auto', ['-r', path.join(folder, 'rules')], {
    PRECEPT_VALIDATION_FILE: path.join(folder, '.precept/validation.jsonl'),
  });
});
afterAll(() => host.close());

const typed = ({ include_inactive, ...rest }: Readonly<Record<string, string>>) => ({
  ...rest,
  ...(include_inactive !== undefined && { include_inactive: /^(true|1)$/.test(include_inactive) }),
});
const call = (what: string, query: Readonly<Record<string, string>>) =>
  host.call(tools[what] ?? what, { scope_name: 'shop', ...typed(query) });

describe('MCP', () => {
  test('every filter leaves what it should', async () => {
    const tables = [
      ['stories', storyFilters, /^## (US\d+) — /gm],
      ['acs', acFilters, /^- `(AC[\d.]+)` \[/gm],
      ['validation', validationFilters, /^- `(AC[\d.]+)` \[/gm],
    ] as const;
    for (const [what, filters, pattern] of tables) {
      for (const [query, wanted] of filters) {
        const { text, isError } = await call(what, query);
        expect(
          { isError, found: [...text.matchAll(pattern)].map(([, ref]) => ref) },
          JSON.stringify(query),
        ).toEqual({
          isError: false,
          found: wanted,
        });
      }
    }
  });

  test('what is refused is told on one line', async () => {
    for (const [what, query, , says] of refusals) {
      const { text, isError } = await call(what, query);
      expect(isError).toBe(true);
      expect(text).toMatch(says);
      expect(text).not.toContain('\n');
    }
  });
});

/** Files of tests that Wine cannot run while Windows can, each with the reason. */
export const notUnderWine: Readonly<Record<string, string>> = {
  'tests/skills/http.test.ts': 'tar, which comes with Windows, does not come with Wine',
};

/** Files of tests that Wine cannot run while Windows can, each with the reason. */
export const notUnderWine: Readonly<Record<string, string>> = {
  'tests/checks/tools.test.ts':
    'Wine makes no junction, by which a project of these tests gets the linters of this one',
  'tests/skills/http.test.ts': 'tar, which comes with Windows, does not come with Wine',
};

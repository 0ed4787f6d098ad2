const git = 'Git for Windows does not run there';

/** Files of tests that Wine cannot run while Windows can, each with the reason. */
export const notUnderWine: Readonly<Record<string, string>> = {
  'tests/diff/sources.test.ts': git,
  'tests/explain/authorship.test.ts': git,
  'tests/plugins/git-context.test.ts': git,
  'tests/security/git.test.ts': git,
  'tests/skills/http.test.ts': 'tar, which comes with Windows, does not come with Wine',
};

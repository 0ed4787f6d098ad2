/** A rules folder with one sound scope and one scope per mistake an author can make. */
export const mistakes: Readonly<Record<string, string>> = {
  'good/metadata.yml': 'description: A good scope\ntags: {team: core}\n',
  'good/commandments.yml': `backend:
  api:
    when: When adding an endpoint
    tags: [http]
    ruleset:
      - Answer errors as problem details
      - "Owner: {{ scope.tags.team | default('platform') }}"
  testing:
    ruleset: [Test it]
`,
  'good/suggestions.yml': 'frontend:\n  ruleset: [Prefer system fonts]\n',
  'colon/commandments.yml': 'backend.api:\n  ruleset:\n    - Say this: now\n',
  'unclosed/suggestions.yml': 'backend.api:\n  when: "never closed\n  ruleset: [One]\n',
  'egg/metadata.yml': 'parent: hen\n',
  'hen/metadata.yml': 'parent: egg\n',
  'deep1/metadata.yml': 'parent: deep2\n',
  'deep2/metadata.yml': 'parent: deep3\n',
  'deep3/metadata.yml': 'parent: deep4\n',
  'deep4/': '',
  'orphan/metadata.yml': 'parent: nowhere\n',
  'orphan/commandments.yml': 'alone:\n  ruleset: [Stand on your own]\n',
  'failing/commandments.yml': 'texts:\n  ruleset: ["Ask {{ nobody }}", Keep calm]\n',
};

/** Scopes that cannot be served, and what must be said of each on one line: where, what, and what to do. */
export const refused: readonly { scope: string; says: RegExp }[] = [
  { scope: 'colon', says: /colon\/commandments\.yml:3:7: .*not text.*Put it in quotes/ },
  { scope: 'unclosed', says: /unclosed\/suggestions\.yml:\d+:\d+: the closing " is missing.*\. \w+/ },
  { scope: 'egg', says: /egg -> hen -> egg.*[Rr]emove/ },
  { scope: 'hen', says: /hen -> egg -> hen.*[Rr]emove/ },
  { scope: 'deep1', says: /"deep1" .*2 generations.*max_inheritance_depth/ },
  { scope: 'gud', says: /"gud".*nearest names are: good, egg, hen\./ },
  { scope: 'a b', says: /"a b" .*A-Z, a-z, 0-9, "_" and "-"/ },
  { scope: '../good', says: /"\.\.\/good" .*A-Z, a-z, 0-9, "_" and "-"/ },
  { scope: 'x'.repeat(201), says: /^[^\n]{0,60}x…" .*1 to 200/ },
];

/** Category filters that cannot be read. */
export const badFilters: readonly string[] = [
  '',
  'a..b',
  '.a',
  'a,,b',
  'a b',
  'ä',
  'a.*',
  `a${',a'.repeat(5000)}`,
];

/** A scope with rules of every sort that exports tell apart, and the folders that its globs are about. */
export const content: Readonly<Record<string, string>> = {
  '.precept/rules/shop/metadata.yml': 'description: The web shop\ntags: {team: Checkout}\n',
  '.precept/rules/shop/commandments.yml': `general:
  when: "Always: in all code"
  ruleset:
    - Never log secrets of {{ scope.tags.team }}
api.http:
  when: When you write routes
  paths: ["src/api/**"]
  ruleset:
    - |
      Page lists
      \`\`\`ts
      const page = 1;
      \`\`\`
types:
  paths: ["*.{ts,tsx}", "web/*.js"]
  ruleset: [Be strict]
`,
  '.precept/rules/shop/suggestions.yml': `general:
  ruleset: [Prefer small files]
style:
  ruleset: [Use spaces]
`,
  '.precept/rules/shop/katas.yml': `release:
  katas:
    cut-release:
      when: "When main is green: really"
      procedure: |
        1. Tag.
        2. Push.
`,
  'src/api/': '',
  'web/': '',
};

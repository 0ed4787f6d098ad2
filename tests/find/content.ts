/** Two scopes, of which one inherits: rules, katas alone, paths, a template, and a text that fails. */
export const content = {
  'company/metadata.yml': 'description: All teams\n',
  'company/commandments.yml': `
api.http:
  when: When adding or changing an HTTP endpoint
  tags: [rest]
  paths: [src/api/**]
  see: [api.errors]
  ruleset:
    - Page lists with an opaque cursor
    - "Ask {{ scope.tags.team }} before you add a header"
api.errors:
  when: When an endpoint can answer with an error
  ruleset: [Answer errors as problem details]
data.sql:
  paths: ["*.sql"]
  ruleset: [Use parameters in queries]
broken.when:
  when: "When {{ nothing }} happens"
  ruleset: [Count abandoned carts]
`,
  'company/katas.yml': `
delivery.release:
  katas:
    cut-release: {when: When main is green, paths: [CHANGELOG.md], procedure: "1. Tag the commit."}
api.http:
  katas:
    add-endpoint: "1. Write the handler for createdAt."
`,
  'shop/metadata.yml': 'parent: company\ntags: {team: checkout}\n',
  'shop/suggestions.yml': 'ui.forms: {when: When asking for input, ruleset: [Label every field]}\n',
};

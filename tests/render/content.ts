/** A scope that shows everything that rules and indexes can look like. */
export const content: Readonly<Record<string, string>> = {
  'base/commandments.yml': `security:
  when: When touching anything reachable from outside
  tags: [web, review]
  ruleset: [Validate input at the border]
  secrets:
    ruleset: ["Keep secrets in {{ VAULT | default('the vault') }}"]
`,
  'shop/metadata.yml': `description: |
  The web shop.
  Ask #shop for help.
parent: base
tags: {team: web, level: 2}
`,
  'shop/commandments.yml': `security:
  tags: [shop, review]
  ruleset:
    - |
      Log every refused request:

          deny: 403
      and nothing else
back.api.errors.format:
  ruleset: [Answer errors as RFC 9457 problem details]
back.db: {ruleset: []}
`,
  'shop/suggestions.yml': `security:
  when: When a design is open
  ruleset: ["Ask team {{ scope.tags.team }} first"]
back:
  api:
    when: |
      When adding an endpoint,
      or changing one
    tags: [http]
    ruleset: ["<b>Bold</b> & *starred* stay"]
a.b.c.d.e.f.g: {ruleset: [Seven levels]}
`,
  'failing/commandments.yml': `a:
  when: When {{ mood }} is set
  ruleset:
    - Kept
    - |
      Ask {{ owner }}
      or \`{{ other }}\`
    - "{{ 1 + }}"
`,
};

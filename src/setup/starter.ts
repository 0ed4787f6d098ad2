/** A file of the starter, by its path below the project, with forward slashes. */
export interface StarterFile {
  readonly path: string;
  readonly text: string;
}

/** A valid scope name that resembles a folder's name; `project` where nothing of it can be kept. */
export function toScopeName(folder: string): string {
  const plain = folder.normalize('NFKD').replace(/\p{M}/gu, '');
  const name = plain.replace(/[^A-Za-z0-9_-]+/g, '-').slice(0, 200);
  return name.replace(/^-+|-+$/g, '') || 'project';
}

const schemaLine = (path: string) => `# yaml-language-server: $schema=${path}\n\n`;

/** The settings of a new project, as text. */
export function starterSettings(scope: string): StarterFile {
  const text = `# Settings of Precept. A flag (--log-level debug) or a variable (PRECEPT_LOG_LEVEL=debug) goes before this file.

# The scope that is meant where an agent names none: a folder of rules/. Quotes keep a name such as 123 a text.
default_scope: ${JSON.stringify(scope)}

# Servers whose scopes are merged in under yours, those of your company for instance.
# master_server_url: https://rules.example.com

# A key that is no setting is a variable for templates: the rules read {{ team_channel }}.
team_channel: ${JSON.stringify(`#${scope}`)}
`;
  return { path: '.precept/settings.yml', text: schemaLine('schemas/settings.schema.json') + text };
}

/** The files of a new scope: one of each kind, small enough to be read whole, with comments that teach. */
export function starterScope(scope: string): readonly StarterFile[] {
  return Object.entries(texts).map(([kind, text]) => ({
    path: `.precept/rules/${scope}/${kind}.yml`,
    text: schemaLine(`../../schemas/${kind}.schema.json`) + text,
  }));
}

const texts: Readonly<Record<string, string>> = {
  metadata: `# What this scope is. The folder's name is the scope's name.
description: What everybody who changes this project should know

# Scopes to inherit from, the most important first: other folders beside this one, or scopes of a master.
# parents: [my-team, my-company]

# Facts that templates read as {{ scope.tags.language }}.
tags:
  team: our team
`,

  commandments: `# Mandatory rules (MUST). They add up along the line of parents, so a child cannot drop one.

testing:
  # Agents choose categories by \`when\`: write it as the moment somebody is in.
  when: When changing behaviour or mending a defect
  tags: [quality]
  ruleset:
    - Write the test first, see it fail, and let it pass with the change
    - Run the whole test suite before you call a change done

# A dot makes a sub-category; asking for \`security\` brings \`security.secrets\` too.
security.secrets:
  when: When handling passwords, keys or tokens
  ruleset:
    - Never write a secret into the repository, a log or an error message
    # Quote a rule that holds ": ", "#" or starts with "{", or YAML reads it as something else.
    - "A secret that got out: revoke it first, then tell {{ team_channel | default('the team') }}"
`,

  suggestions: `# Advice (SHOULD). A child's category replaces its parent's; written as +category it adds to it.

code.style:
  when: When writing or changing code
  ruleset:
    - Follow what the file around your change does, also where you would do otherwise
    - Say in a comment why, not what

review:
  when: When opening a change for review
  ruleset:
    - Keep a change to one purpose; what you found on the way goes into one of its own
    - "Mention who should look at it from {{ scope.tags.team }}"
`,

  katas: `# Procedures that agents fetch by name and follow step by step.

delivery.fix:
  when: When mending a defect
  katas:
    mend-a-defect: # kebab-case
      when: When somebody reports that something does not work
      procedure: |
        1. Reproduce it, and write down how.
        2. Write a test that fails because of it.
        3. Find the cause, and mend that instead of its effect.
        4. See the test pass, and run the whole suite.
        5. Look for the same mistake elsewhere.
        6. Tell {{ team_channel | default('the team') }} what it was.
`,

  tenka: `# What the product is for: user stories, and the criteria (AC) that must hold for them.

tenka:
  US1:
    who: a new member of the team
    what: have the tests run with one command
    why: I can change something on my first day
    acs:
      AC1.1:
        given: a fresh checkout
        when: I follow the README
        then: the test suite runs and passes
        # What proves it: tests, by results that \`precept tenka import <report.xml>\` reads, or a person's word.
        checks:
          - manual: Somebody new tried it
            validated: false
`,
};

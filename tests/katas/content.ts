/** What the tests look at in JSON answers about katas. */
export interface KataBody {
  readonly name: string;
  readonly category: string;
  readonly when: string | null;
  readonly procedure: string;
  readonly origin: {
    readonly server: string;
    readonly scope: string;
    readonly file: string;
    readonly line: number;
  };
  readonly template_failures?: readonly Readonly<Record<string, unknown>>[];
}

export interface KataIndexBody {
  readonly scope_name: string;
  readonly categories: readonly {
    readonly category: string;
    readonly when: string | null;
    readonly katas: readonly { readonly name: string; readonly when: string | null }[];
  }[];
  readonly template_failures?: readonly Readonly<Record<string, unknown>>[];
}

/** The lines of a flowchart with these nodes, for a block of YAML; the first node stands on its fourth line. */
export function block(indent: number, ...nodes: readonly string[]): string {
  const lines = ['#!fcyaml', 'flowchart:', '  nodes:', ...nodes.map((node) => `    - ${node}`)];
  return lines.map((line) => `${' '.repeat(indent)}${line}\n`).join('');
}

/** Two scopes whose katas have all there is: inherited, nested, ambiguous, with templates, as flowcharts, oddly named. */
export const library: Readonly<Record<string, string>> = {
  'company/metadata.yml': 'description: The whole company\ntags: {team: core}\n',
  'company/katas.yml': `
testing:
  katas:
    hunt-a-flaky-test:
      when: When a test fails and passes on the same commit
      procedure: 1. Run it 200 times.
delivery:
  when: When {{ scope.name }} ships
  release:
    katas:
      cut-release:
        when: When {{ scope.tags.team | default('somebody') }} says so
        procedure: |
          1. Tag {{ scope.name }}.
          2. Tell {{ TEAM_CHANNEL | default('#releases') }}.
      roll-back: "1. Revert.\\n2. Redeploy."
  katas: {plan: "1. Plan it."}
`,
  'shop/metadata.yml': 'description: The shop\nparent: company\n',
  'shop/katas.yml': `
delivery.release:
  katas:
    ship-it:
      when: When a build is ready
      procedure: |
        #!fcyaml
        flowchart:
          name: Ship {{ scope.name }}
          nodes:
            - {id: build, type: process, role: CI, description: Build, next: ok}
            - {id: ok, type: decision, description: Is it green?, next: {yes: end, no: build}}
            - {id: end, type: terminator, description: "Out in {{ REGION | default('eu') }}"}
delivery.hotfix:
  katas: {roll-back: 1. Ask first.}
odd names:
  katas:
    a b: 1. Spaced.
    a/b: 1. Slashed.
    "100%": 1. Percent.
    ä?#&: 1. Signs.
    a%2Fb: 1. Escaped.
    ..: 1. Dots.
    roll-back: 1. Odd.
empty: {when: When nothing is here, katas: {}}
`,
  'plain/commandments.yml': 'a:\n  ruleset: [No katas here]\n',
};

/** The flowchart of the library as its author wrote it. */
export const shipItSource = `#!fcyaml
flowchart:
  name: Ship {{ scope.name }}
  nodes:
    - {id: build, type: process, role: CI, description: Build, next: ok}
    - {id: ok, type: decision, description: Is it green?, next: {yes: end, no: build}}
    - {id: end, type: terminator, description: "Out in {{ REGION | default('eu') }}"}
`;

/** The same flowchart as agents read it. */
export const shipItSteps = `## Ship shop

1. [CI] Build
2. Is it green?
   - If yes: go to step 3
   - If no: Return to step 1 (retry)
3. Out in eu (end)
`;

/** The Markdown of the index of the scope \`shop\`. */
export const shopIndex = `# Index of kata categories for scope shop

The shop

- \`delivery\`: When shop ships
  - kata \`plan\`
  - \`hotfix\`
    - kata \`roll-back\`
  - \`release\`
    - kata \`cut-release\`: When somebody says so
    - kata \`roll-back\`
    - kata \`ship-it\`: When a build is ready
- \`odd names\`
  - kata \`a b\`
  - kata \`a/b\`
  - kata \`100%\`
  - kata \`ä?#&\`
  - kata \`a%2Fb\`
  - kata \`..\`
  - kata \`roll-back\`
- \`testing\`
  - kata \`hunt-a-flaky-test\`: When a test fails and passes on the same commit

Join the names by dots (\`delivery.hotfix\`). Asking for a category includes its sub-categories. Fetch a kata by its name.
`;

/** Katas of the scope \`shop\` whose names have to be escaped in an address, with their steps. */
export const oddNames: readonly (readonly [name: string, escaped: string, steps: string])[] = [
  ['a b', 'a%20b', '1. Spaced.\n'],
  ['a/b', 'a%2Fb', '1. Slashed.\n'],
  ['100%', '100%25', '1. Percent.\n'],
  ['ä?#&', '%C3%A4%3F%23%26', '1. Signs.\n'],
  ['a%2Fb', 'a%252Fb', '1. Escaped.\n'],
];

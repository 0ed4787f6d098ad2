/** A page of the documentation, as menus and llms.txt name it. */
export interface Page {
  readonly file: string;
  readonly title: string;
  readonly about: string;
}

const page = (file: string, title: string, about: string): Page => ({ file, title, about });

/** A part of the menu. Its pages are listed together; the bar at the top has the first part of each `kind`. */
interface Group {
  readonly kind: 'Get started' | 'Guides' | 'Reference' | 'Concepts';
  readonly title: string;
  readonly pages: readonly Page[];
}

/** The pages by what a reader wants from them (diataxis.fr): to learn, to do, to look up, to understand. */
export const groups: readonly Group[] = [
  {
    kind: 'Get started',
    title: 'Get started',
    pages: [
      page('get-started.md', 'Get started', 'From an empty project to an agent that reads its first rule'),
    ],
  },
  {
    kind: 'Guides',
    title: 'Write guidance',
    pages: [
      page('authoring.md', 'Write rules', 'Scopes, categories, rules and waivers in YAML'),
      page(
        'inheritance.md',
        'Inherit rules',
        'What a child changes, the order of ancestors, and why a rule is served',
      ),
      page('templates.md', 'Write templates', 'Variables and conditions in rules'),
      page('katas.md', 'Write a kata', 'Procedures with steps, files and flowcharts'),
      page('finding.md', 'Help agents find rules', 'How finding works, and tests that prove it'),
      page('vision.md', 'Write the vision', 'User stories and criteria, validated by tests'),
      page('moving.md', 'Import rules', 'From AGENTS.md, CLAUDE.md, .cursor/rules and the like'),
      page('lint.md', 'Check guidance', 'Lint and tests of guidance, in CI too'),
      page('compare.md', 'Compare guidance', 'See what an edit changes, and where'),
      page('editors.md', 'Edit guidance', 'The language server in editors'),
    ],
  },
  {
    kind: 'Guides',
    title: 'Use guidance',
    pages: [
      page('clients.md', 'Connect clients', 'Configuration of each client, and its hooks'),
      page('hooks.md', 'Use hooks', 'Rules at each touch of a file, without a question of the agent'),
      page('export.md', 'Export rules', 'Give rules to clients that read only files'),
      page('checks.md', 'Enforce rules', 'Name what enforces a rule, and see whether it does'),
      page('review.md', 'Review changes', 'Which rules concern a change, and whether it keeps them'),
      page('eval.md', 'Evaluate rules', 'Whether a rule helps, by runs of your own agent'),
      page('feedback.md', 'Use feedback', 'What agents report about rules'),
      page('usage.md', 'See what agents read', 'Which rules agents read, and whether agents ask'),
    ],
  },
  {
    kind: 'Guides',
    title: 'Share guidance',
    pages: [
      page('teams.md', 'Share rules with all teams', 'Company, teams and projects, from one repository'),
      page('sources.md', 'Use git sources', 'Rules from git repositories and archives, with a lock'),
      page('publish.md', 'Publish without a server', 'Signed files on any web server'),
      page('federation.md', 'Share between servers', 'Masters, copies and events'),
      page('rollout.md', 'Roll out', 'To all developers of an organisation, in three shapes'),
      page('login.md', 'Log in', 'OpenID Connect for readers, people and machines'),
      page(
        'trust.md',
        'Trust a checkout',
        'What the settings of a repository may do, before and after your consent',
      ),
    ],
  },
  {
    kind: 'Guides',
    title: 'Run a server',
    pages: [
      page('operations.md', 'Run a server', 'systemd, containers, health, memory, logs'),
      page('monitor.md', 'Watch servers and readers', 'Readers, metrics and logs for machines'),
      page('replicas.md', 'Run replicas', 'Several servers behind nginx, Compose or Kubernetes'),
      page('access.md', 'Ask callers to log in', 'Tokens, people with a browser, roles'),
      page('issuers.md', 'Keycloak and Entra ID', 'The steps at two issuers'),
      page('try-login.md', 'Try a login', 'An issuer, a server and a reader on one machine'),
      page('store.md', 'Use a database', 'Feedback, usage and results in PostgreSQL'),
      page('backup.md', 'Back up and restore', 'Files, database, logins and keys'),
      page('upgrade.md', 'Upgrade', 'The program, its schemas and its tables'),
    ],
  },
  {
    kind: 'Guides',
    title: 'Extend',
    pages: [
      page('plugins.md', 'Write plugins', 'Values and filters of your own for templates'),
      page('embedding.md', 'Embed Precept', 'Serve guidance from a program of your own'),
    ],
  },
  {
    kind: 'Reference',
    title: 'Reference',
    pages: [
      page('tools.md', 'Tools', 'What agents can call over MCP'),
      page('commands.md', 'Commands', 'Every command and its flags'),
      page('settings.md', 'Settings', 'Every setting with its type and default'),
      page('formats.md', 'Formats', 'Files, answers and messages for programs'),
      page('linters.md', 'Linters in checks', 'The configuration and a rule for each linter'),
      page('limits.md', 'Limits', 'The largest file, answer and request'),
      page('api/commands.md', 'Commands in JSON', 'Every command, its flags and its JSON'),
      page('api/answers.md', 'Answers', 'Shapes of the answers over REST and MCP'),
      page('api/settings.md', 'Names of settings', 'Names, flags and variables'),
      page('api/wire.md', 'Wire formats', 'What servers say to each other'),
      page('troubleshooting.md', 'Troubleshooting', 'Every code that a user can see, its cause and its cure'),
      page('api/embed.md', 'Embedding API', 'Types of the package'),
    ],
  },
  {
    kind: 'Concepts',
    title: 'Concepts',
    pages: [
      page('concepts.md', 'How Precept works', 'Inheritance, federation, trust and finding, with pictures'),
      page('glossary.md', 'Glossary', 'The words that every page uses'),
      page('security.md', 'Security', 'What is defended, and what is not, by attacker'),
      page('promises.md', 'Promises and their tests', 'The test of each promise about security'),
      page('architecture.md', 'Architecture', 'The layers, and one request through each face'),
      page('decisions.md', 'Decisions', 'What was decided, and by which measurements'),
    ],
  },
];

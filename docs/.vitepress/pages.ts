/** A page of the documentation, as menus and llms.txt name it. */
export interface Page {
  readonly file: string;
  readonly title: string;
  readonly about: string;
}

const page = (file: string, title: string, about: string): Page => ({ file, title, about });

/** The pages by what a reader wants from them (diataxis.fr): to learn, to do, to look up, to understand. */
export const groups: readonly { readonly title: string; readonly pages: readonly Page[] }[] = [
  {
    title: 'Get started',
    pages: [
      page('get-started.md', 'Get started', 'From an empty project to an agent that reads its first rule'),
    ],
  },
  {
    title: 'Guides',
    pages: [
      page('authoring.md', 'Write guidance', 'Rules, katas and vision in YAML, and how scopes inherit'),
      page('moving.md', 'Import rules', 'From AGENTS.md, CLAUDE.md, .cursor/rules and the like'),
      page('clients.md', 'Connect clients', 'Configuration of each client, and its hooks'),
      page('hooks.md', 'Use hooks', 'Rules at each touch of a file, without a question of the agent'),
      page('lint.md', 'Check guidance', 'Lint and tests of guidance, in CI too'),
      page('checks.md', 'Enforce rules', 'Name what enforces a rule, and see whether it does'),
      page('review.md', 'Review changes', 'Which rules concern a change, and whether it keeps them'),
      page('eval.md', 'Evaluate rules', 'Whether a rule helps, by runs of your own agent'),
      page('compare.md', 'Compare guidance', 'See what an edit changes, and where'),
      page('export.md', 'Export rules', 'Give rules to clients that read only files'),
      page('feedback.md', 'Use feedback', 'What agents report about rules'),
      page('usage.md', 'See what is read', 'Usage, readers and the health of a server'),
      page('rollout.md', 'Roll out', 'To all developers of an organisation, in three shapes'),
      page('sources.md', 'Use git sources', 'Rules from git repositories and archives, with a lock'),
      page('federation.md', 'Share between servers', 'Masters, bundles, copies and signatures'),
      page('login.md', 'Log in', 'OpenID Connect for callers and for masters'),
      page('operations.md', 'Run a server', 'Replicas, proxies, metrics and logs'),
      page('store.md', 'Use a database', 'Feedback, usage and results in PostgreSQL'),
      page('plugins.md', 'Write plugins', 'Values and filters of your own for templates'),
      page('embedding.md', 'Embed Precept', 'Serve guidance from a program of your own'),
      page('editors.md', 'Edit guidance', 'The language server in editors'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      page('tools.md', 'Tools', 'What agents can call over MCP'),
      page('commands.md', 'Commands', 'Every command and its flags'),
      page('settings.md', 'Settings', 'Every setting with its type and default'),
      page('formats.md', 'Formats', 'Files, answers and messages for programs'),
      page('api/commands.md', 'Commands in JSON', 'Every command, its flags and its JSON'),
      page('api/answers.md', 'Answers', 'Shapes of the answers over REST and MCP'),
      page('api/settings.md', 'Names of settings', 'Names, flags and variables'),
      page('api/wire.md', 'Wire formats', 'What servers say to each other'),
      page('troubleshooting.md', 'Troubleshooting', 'Every code that a user can see, its cause and its cure'),
      page('api/embed.md', 'Embedding API', 'Types of the package'),
    ],
  },
  {
    title: 'Concepts',
    pages: [
      page('concepts.md', 'How Precept works', 'Inheritance, federation, trust and finding, with pictures'),
      page('glossary.md', 'Glossary', 'The words that every page uses'),
      page('security.md', 'Security', 'What is defended, and what is not'),
      page('architecture.md', 'Architecture', 'The layers, and one request through each face'),
      page('decisions.md', 'Decisions', 'What was decided, and by which measurements'),
    ],
  },
];

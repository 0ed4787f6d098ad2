// The architecture of src/: what each folder may import, lower layers first. scripts/check-layers.ts holds the code to it.

export interface Layer {
  /** Folders (or files) of src it may import, besides itself. */
  folders: string[];
  /** npm packages; `hono/*` stands for the package and all its subpaths. */
  packages?: string[];
  /** Node modules that touch the world; those in `pureBuiltins` are free to all. */
  node?: string[];
}

const words = ['model'];
/** Words, facts about clients, the settings, and what works without knowing what is served. */
const ground = [...words, 'clients', 'config', 'runtime'];
const core = [...ground, 'content', 'resolve', 'template'];
const guided = [...core, 'render', 'guidance'];
const leaves = [
  'git',
  'service/explain',
  'federation',
  'spool',
  'feedback',
  'usage',
  'store',
  'auth',
  'plugins',
  'trust',
  'lint',
  'service/compare',
  'setup',
  'search',
  'service/export',
  'import',
  'signing',
  'service/publish',
  'service/linters',
  'service/answers',
  'service/checks',
  'service/review',
  'hooks',
  'service/sources',
  'service/eval',
];
const service = ['service', 'service/operations'];
const domain = [...guided, ...leaves, ...service, 'doctor'];
/** What faces may import; what else one of them needs is an exception, with its reason. */
const served = [...ground, ...service];

export const layers: Record<string, Layer> = {
  // The ground: words and codes, the table of settings, log, clock, cache, atomic files.
  model: { folders: [] },
  runtime: {
    folders: words,
    packages: ['ofetch', 'quick-lru', 'undici'],
    // `process` for the user whose files they are, and for programs that end with this one.
    node: [
      'child_process',
      'fs',
      'http',
      'https',
      'module',
      'net',
      'os',
      'process',
      'readline',
      'stream',
      'timers',
      'perf_hooks',
      'tls',
      'zlib',
    ],
  },
  // What is known of each coding client.
  clients: { folders: words },
  config: { folders: [...words, 'runtime', 'signing'] },
  // Git, run so that nothing which a repository's settings name is run with it.
  git: { folders: [...words, 'runtime'], node: ['fs', 'child_process', 'os'] },

  // The core: YAML to nodes with places, expressions, lineage.
  content: { folders: [...words, 'runtime'], packages: ['yaml'] },
  template: { folders: [...words, 'runtime'] },
  resolve: { folders: ground },

  // Texts with templates, and Markdown.
  render: { folders: core },

  // The kinds of guidance, one folder each, and what is made of all of them.
  guidance: { folders: [...core, 'render'], packages: ['yaml', 'sax', 'tinyglobby'], node: ['fs'] },

  // The leaves: each with its own concern; none knows another.
  federation: {
    folders: [...guided, 'signing'],
    packages: ['eventsource-parser'],
  },
  // Logs of JSON lines that are kept once by id, and sent on to another server.
  spool: { folders: [...words, 'runtime'], node: ['fs'] },
  feedback: { folders: [...core, 'render', 'spool'], node: ['fs'] },
  // What replicas share in a database.
  store: { folders: [...guided, 'spool', 'feedback', 'usage'], packages: ['postgres'] },
  // What was read of the guidance, counted.
  usage: { folders: [...words, 'clients', 'runtime', 'spool'], node: ['fs'] },
  auth: {
    folders: core,
    packages: ['openid-client', 'jose'],
    // `process` for the ids in lock files, and whether their owners live.
    // `vm` for patterns of masters, which may take for ever.
    node: ['fs', 'os', 'http', 'https', 'net', 'tls', 'child_process', 'process', 'timers', 'vm'],
  },
  plugins: {
    folders: [...guided, 'git'],
    packages: ['import-meta-resolve'],
    node: ['fs', 'os', 'child_process', 'process'],
  },
  // What a user allows the settings of a checkout: it follows the imports of the plugins that they name.
  trust: {
    folders: [...core, 'plugins'],
    packages: ['es-module-lexer'],
    // Windows says whose a file is to another program alone.
    node: ['fs', 'module', 'child_process'],
  },
  // What became of each piece of guidance, from the merge and the answers themselves.
  'service/explain': { folders: [...guided, 'service/answers'] },
  // It judges templates in the context that answers give them.
  lint: {
    folders: [...guided, 'search'],
    packages: ['string-width', '@orama/stemmers/*'],
    node: ['fs'],
  },
  // What differs between two states of guidance; it reads those of git itself.
  'service/compare': { folders: [...guided, 'git'] },

  // What agents read of it: each text a pure function of data.
  'service/answers': { folders: guided },

  // Guidance as the instruction files of clients.
  'service/export': { folders: guided, node: ['fs'] },

  // Words and the texts they stand in; what the texts are is not its concern.
  search: { folders: [...words, 'runtime'], packages: ['@orama/stemmers/*', '@orama/stopwords/*'] },

  // Files of clients to scopes: sources to findings, to a plan, to files.
  import: { folders: [...guided, 'git'], packages: ['markdown-it', 'smol-toml', 'yaml'], node: ['fs'] },
  // Keys, signatures, and what is signed. It computes; whoever calls it reads and writes.
  signing: { folders: words },
  // Guidance as files for any web server.
  'service/publish': { folders: [...ground, 'signing'], node: ['fs'] },

  // The tools whose rules checks name: one file each says how it is asked, and how its files are read.
  'service/linters': {
    folders: [...guided],
    packages: ['jsonc-parser', 'smol-toml'],
    // `process` for the Node that runs them, `module` in what that runs.
    node: ['fs', 'module', 'os', 'process'],
  },
  // What enforces each rule, and whether it does.
  'service/checks': { folders: [...guided, 'git', 'service/linters'], node: ['fs'] },
  // Whether rules help: agents that are run with and without them, and what became of it.
  'service/eval': {
    folders: [...guided, 'git', 'service/linters', 'service/checks', 'service/compare'],
    node: ['fs', 'os', 'process', 'timers', 'vm'],
  },

  // Repositories and archives as content: fetched by their objects alone, kept by their hashes.
  'service/sources': { folders: [...guided, 'git', 'service/compare'], node: ['fs', 'os', 'zlib'] },
  // The rules that concern a change, and what became of them. `worker_threads` for patterns, which may take for ever.
  'service/review': {
    folders: [...guided, 'git', 'service/compare', 'service/linters', 'service/checks'],
    node: ['fs', 'worker_threads'],
  },
  // What a client's hook puts before its agent: it knows rules only as they are compiled for it, and loads nothing else.
  hooks: { folders: [...ground, 'usage'], node: ['fs'] },

  // Starter files, and the configuration files of clients.
  setup: { folders: [...ground, 'guidance'], packages: ['jsonc-parser', 'smol-toml'], node: ['fs'] },

  // What operations work with, then what a user can ask for: one file each, with the table of them all beside the folder.
  'service/runtime': { folders: [...guided, ...leaves] },
  'service/operations': { folders: [...guided, ...leaves, 'service', 'service/runtime'] },
  service: { folders: [...guided, ...leaves, 'service/runtime', 'service/operations'] },
  // It looks over all of an installation.
  doctor: { folders: [...guided, ...leaves, 'service'], node: ['fs'] },

  // What an editor asks of the files of a rules folder, in no protocol's words; it judges them as lint does.
  editing: { folders: [...guided, ...leaves, 'service'], packages: ['yaml'], node: ['fs'] },

  // The faces: each speaks one protocol; none knows another.
  'faces/mcp': { folders: served, packages: ['@modelcontextprotocol/server/*', '@valibot/to-json-schema'] },
  'faces/http': {
    folders: served,
    packages: ['hono/*', '@hono/*', '@valibot/to-json-schema', 'eta/*', 'markdown-it'],
    node: ['fs', 'http', 'https', 'net', 'tls', 'zlib'],
  },
  'faces/cli': {
    folders: served,
    packages: ['clipanion', 'diff', 'string-width'],
    node: ['fs', 'os', 'child_process', 'readline', 'tty'],
  },
  'faces/lsp': {
    folders: [...served, 'editing'],
    packages: ['vscode-languageserver/*', 'vscode-languageserver-textdocument'],
  },

  // The faces for programs that take them in: types of their own, which need no package.
  embed: { folders: ['faces/mcp', 'faces/http', ...domain] },

  // The ends: what a program may import from us, the program, which wires everything, and the door to it, which hooks go through alone.
  'index.ts': { folders: ['embed', ...domain] },
  'main.ts': { folders: ['hooks', 'service', 'runtime', 'program.ts'], node: ['*'] },
  'program.ts': {
    folders: ['embed', 'faces/mcp', 'faces/http', 'faces/cli', 'faces/lsp', ...domain],
    node: ['*'],
  },
};

/** The only files that write, move or remove files: they judge the place first. */
export const fileWriters: string[] = [
  'runtime/files/edit-text.ts',
  'runtime/files/write-file.ts',
  'runtime/files/own-file.ts',
  'runtime/files/own-folder.ts',
  'runtime/files/work-folder.ts',
];

/** What of Node's file system writes; `open` does so by its flags. */
export const writingCalls: RegExp =
  /^(?:appendFile|chmod|chown|copyFile|cp|createWriteStream|link|lutimes|mkdir|mkdtemp|rename|rm|rmdir|symlink|truncate|unlink|utimes|write|writeFile|writev)(?:Sync)?$/;

export interface Exception {
  /** A file or folder. */
  file: string;
  /** What it may import besides: a file or folder. */
  target: string;
  reason: string;
}

export const exceptions: Exception[] = [
  {
    file: 'faces/cli/commands/store-commands.ts',
    target: 'store',
    reason: 'It looks after the tables of the store.',
  },
  {
    file: 'faces/cli/words/moment-option.ts',
    target: 'feedback/since.ts',
    reason: 'Flags take moments as the lists of feedback do.',
  },
  {
    file: 'faces/cli',
    target: 'render',
    reason: 'What commands print of their own is written with the helpers that write answers.',
  },
  {
    file: 'faces/cli/commands/hook-command.ts',
    target: 'hooks',
    reason: 'It answers a client, whatever becomes of the service.',
  },
  {
    file: 'faces/cli/commands/doctor-command.ts',
    target: 'doctor',
    reason: 'It looks after the installation.',
  },
  { file: 'faces/cli/commands/init-command.ts', target: 'setup', reason: 'It makes an installation.' },
  {
    file: 'faces/cli/commands/import-command.ts',
    target: 'import',
    reason: 'It reads files that are on no server.',
  },
  {
    file: 'faces/cli/commands/import-formats',
    target: 'import/run-import.ts',
    reason: 'It shows what became of those files.',
  },
  {
    file: 'faces/cli/commands/init-command.ts',
    target: 'trust',
    reason: 'Whoever writes settings has allowed them.',
  },
  { file: 'faces/cli/commands/trust-command.ts', target: 'trust', reason: 'It is the word of the user.' },
  {
    file: 'faces/cli/commands/login-commands.ts',
    target: 'trust',
    reason: 'A login is made for masters that are allowed.',
  },
  {
    file: 'faces/cli/commands/lint-command.ts',
    target: 'lint',
    reason: 'It checks files that may be on no server.',
  },
  {
    file: 'faces/cli/commands/lint-formats/text-format.ts',
    target: 'lint/marked-line.ts',
    reason: 'It shows the line as lint marks it.',
  },
  { file: 'faces/cli/commands/parts/run-fixes.ts', target: 'lint', reason: 'It fixes those files.' },
  {
    file: 'faces/cli/commands/publish-command.ts',
    target: 'signing',
    reason: 'The key is the user’s, not the service’s.',
  },
  { file: 'faces/cli/commands/keys-command.ts', target: 'signing', reason: 'It makes a key for no service.' },
  {
    file: 'faces/cli/commands/login-commands.ts',
    target: 'auth',
    reason: 'The login is of a person, not of a service.',
  },
  {
    file: 'faces/cli/commands/parts/login-facts.ts',
    target: 'auth',
    reason: 'It says what is stored of that login.',
  },
  {
    file: 'faces/cli/commands/feedback-commands.ts',
    target: 'feedback',
    reason: 'A log of any length is listed entry by entry, which no answer can be.',
  },
  {
    file: 'faces/cli/commands/feedback-triage-command.ts',
    target: 'feedback/feedback-markdown.ts',
    reason: 'It shows each entry as the list does.',
  },
  {
    file: 'faces/cli/commands/tenka-import-command.ts',
    target: 'guidance/stories/results',
    reason: 'It reads reports that are on this machine.',
  },
  {
    file: 'faces/cli/commands/parts/tenka-import-view.ts',
    target: 'guidance/stories/results',
    reason: 'It shows what that command did.',
  },
  {
    file: 'faces/http/guard/access.ts',
    target: 'auth/callers/verify-token.ts',
    reason: 'A token is checked before there is anything to ask the service.',
  },
  {
    file: 'faces/http/sign-in',
    target: 'auth',
    reason: 'A person signs in before there is anything to ask the service.',
  },
  {
    file: 'faces/http/explorer',
    target: 'guidance/katas/flowchart',
    reason: 'A picture numbers its boxes as the texts number their steps.',
  },
  {
    file: 'faces/http/explorer/pictures/usage-chart.ts',
    target: 'usage/usage-report.ts',
    reason: 'It draws what the report counts.',
  },
  {
    file: 'faces/http/explorer/pictures/flowchart-picture.ts',
    target: 'render/foreign-text.ts',
    reason: 'It puts texts on one line as the steps do.',
  },
];

/** Packages that every folder may import. */
export const freePackages: string[] = ['valibot'];

/** Node modules that compute and do not touch the world. */
export const pureBuiltins: string[] = [
  'assert',
  'async_hooks',
  'buffer',
  'crypto',
  'events',
  'path',
  'querystring',
  'stream',
  'string_decoder',
  'url',
  'util',
];

/** Single files that may import a package whose home is elsewhere. */
export const packageExceptions: Record<string, string[]> = {
  'render/yaml-text.ts': ['yaml'],
};

/** Folders whose job includes loading a module that is only known at run time. */
export const computedImports: string[] = ['plugins', 'service/linters', 'runtime/load-served.ts'];

/** Folders that may hold more than 25 files, because each is a table of like things with one shape. */
export const tables: readonly string[] = [
  'service/operations',
  'faces/cli/commands',
  'doctor/checks',
  'faces/http/explorer/pages',
];

/** The doors of each folder: the files that others may import. Those of model, runtime and config are all open. */
export const doors: Readonly<Record<string, readonly string[]>> = {
  auth: [
    'auth-error.ts',
    'browser/browser-session.ts',
    'browser/sign-in.ts',
    'callers/passed-roles.ts',
    'callers/roles.ts',
    'callers/verify-token.ts',
    'issuer.ts',
    'log-in/find-logins.ts',
    'log-in/log-in-by-device.ts',
    'log-in/log-in.ts',
    'log-in/login-origins.ts',
    'log-in/logout.ts',
    'tokens/authorizer.ts',
    'tokens/exposure.ts',
    'tokens/login-subject.ts',
    'tokens/master-logins.ts',
    'tokens/token-claims.ts',
    'tokens/token-store.ts',
  ],
  clients: ['client.ts', 'clients.ts', 'facts/agent.ts', 'facts/source.ts', 'facts/target.ts', 'shared.ts'],
  content: [
    'authored.ts',
    'entries.ts',
    'node-at.ts',
    'plain-yaml.ts',
    'text/fixes.ts',
    'text/place-in-scalar.ts',
    'text/put-key.ts',
    'text/source-text.ts',
    'text/strange-blanks.ts',
    'yaml-file.ts',
  ],
  doctor: ['examine.ts', 'finding.ts'],
  editing: ['folding.ts', 'open-file.ts', 'project.ts', 'projects.ts'],
  embed: ['http-app.ts', 'mcp-mount.ts', 'mcp-server.ts', 'service.ts'],
  'faces/cli': ['plain-stdio.ts', 'program.ts', 'run.ts', 'supervise.ts'],
  'faces/http': ['app.ts', 'asset-reader.ts', 'listener/start.ts'],
  'faces/lsp': ['server.ts'],
  'faces/mcp': ['http.ts', 'server.ts', 'stdio.ts'],
  federation: [
    'copies/copies.ts',
    'master-error.ts',
    'master-health.ts',
    'masters.ts',
    'read-answer.ts',
    'read-bundle.ts',
  ],
  feedback: [
    'channel.ts',
    'check-feedback.ts',
    'entry.ts',
    'feedback-markdown.ts',
    'read-entries.ts',
    'since.ts',
    'summary-shape.ts',
    'summary.ts',
  ],
  git: [
    'authorship/authorship.ts',
    'authorship/edit-link.ts',
    'authorship/remote.ts',
    'endless-files.ts',
    'own-excludes.ts',
    'repository.ts',
    'run-git.ts',
  ],
  guidance: [
    'content-files.ts',
    'evals/read-evals.ts',
    'file-keys.ts',
    'guidance.ts',
    'katas/flowchart/flowchart-markdown.ts',
    'katas/flowchart/flowchart-order.ts',
    'katas/flowchart/flowchart.ts',
    'katas/flowchart/read-flowchart.ts',
    'katas/kata-file.ts',
    'katas/kata.ts',
    'kind.ts',
    'kinds.ts',
    'outline.ts',
    'part.ts',
    'piece-id.ts',
    'read/content-source.ts',
    'read/empty-layer.ts',
    'read/layer-text.ts',
    'read/read-scope.ts',
    'resolve/local-texts.ts',
    'resolve/locate-template.ts',
    'resolve/resolve-scope.ts',
    'resolve/template-context.ts',
    'resolve/text-authors.ts',
    'resolve/trace-scope.ts',
    'rules/record/check.ts',
    'rules/record/details-markdown.ts',
    'rules/record/details-shape.ts',
    'rules/record/details.ts',
    'rules/record/write-record.ts',
    'rules/rule-id.ts',
    'rules/rule-schema.ts',
    'rules/rule.ts',
    'starters.ts',
    'stories/results/glob.ts',
    'stories/results/import-reports.ts',
    'stories/results/local-checks.ts',
    'stories/results/meant-test.ts',
    'stories/results/result-file.ts',
    'stories/results/result-store.ts',
    'stories/results/results-of.ts',
    'stories/story-status.ts',
    'stories/story-text.ts',
    'stories/story.ts',
    'tests/read-tests.ts',
    'tests/test-mentions.ts',
    'waivers/resolve-waivers.ts',
    'waivers/waiver-shape.ts',
    'waivers/waiver-text.ts',
    'waivers/waiver.ts',
    'waivers/waivers-wire.ts',
    'watch/watch-rules.ts',
    'wire/bundle-access.ts',
    'wire/bundle-shape.ts',
    'wire/unavailable-shape.ts',
    'wire/wire-schemas.ts',
    'wire/wire.ts',
    'wire/wires.ts',
  ],
  hooks: [
    'clients/clients.ts',
    'compiled/compiled-scope.ts',
    'compiled/keep-for-hooks.ts',
    'last-fired.ts',
    'payload/read-descriptor.ts',
    'run-hook.ts',
  ],
  import: ['import-error.ts', 'run-import.ts'],
  lint: [
    'conflicts/find-conflicts.ts',
    'fixes/write-fixes.ts',
    'lint-memory.ts',
    'lint-options.ts',
    'lint-rules.ts',
    'lint-scope.ts',
    'lint-target.ts',
    'list-due.ts',
    'marked-line.ts',
    'misplaced-files.ts',
    'read/merge-scope.ts',
    'read/read-tree.ts',
    'report.ts',
    'settings-problems.ts',
  ],
  plugins: [
    'define-plugin.ts',
    'host-types.ts',
    'host.ts',
    'load/import-module.ts',
    'load/load-plugin.ts',
    'load/plugin-files.ts',
    'load/resolve-package.ts',
    'load/try-module.ts',
  ],
  render: ['foreign-text.ts', 'markdown.ts', 'text-renderer.ts', 'yaml-text.ts'],
  resolve: ['category-order.ts', 'lineage.ts', 'merging.ts'],
  search: ['languages.ts', 'learnt.ts', 'rank.ts', 'search-document.ts', 'search-index.ts', 'split-words.ts'],
  service: [
    'answer.ts',
    'ask.ts',
    'open-service.ts',
    'operation.ts',
    'operations.ts',
    'operations/explorer.ts',
    'operations/shapes/arguments.ts',
    'operations/shapes/category-arguments.ts',
    'service.ts',
    'tasks/complete-words.ts',
    'tasks/count-reads.ts',
    'tasks/diff/diff-content.ts',
    'tasks/export/export-content.ts',
    'tasks/export/known-scope.ts',
    'tasks/forget-copies.ts',
    'tasks/hooks/compile-for-hooks.ts',
    'tasks/hooks/hook-program.ts',
    'tasks/foreign-scope.ts',
    'tasks/lint-content.ts',
    'tasks/listener.ts',
    'tasks/offered-tools.ts',
    'tasks/publish/publish-content.ts',
    'tasks/put-setting.ts',
    'tasks/review/review-work-tree.ts',
    'tasks/run-by-checks.ts',
    'tasks/run-evals.ts',
    'tasks/scope-checks.ts',
    'tasks/skills/kata-files.ts',
    'tasks/skills/skills.ts',
    'tasks/sources/add-source.ts',
    'tasks/sources/fetch-at.ts',
    'tasks/sources/manage-sources.ts',
    'tasks/sources/update-sources.ts',
    'tasks/tests/guidance-tests.ts',
    'tasks/watch-content.ts',
  ],
  setup: [
    'config-text.ts',
    'entry-words.ts',
    'hooks-text.ts',
    'instruct.ts',
    'organisation.ts',
    'set-up-clients.ts',
    'setup-error.ts',
    'start-words.ts',
    'write-starter.ts',
  ],
  signing: ['envelope.ts', 'manifest.ts', 'private-key.ts', 'public-key.ts', 'ssh-signature.ts'],
  spool: [
    'forwarder.ts',
    'key.ts',
    'line-log.ts',
    'log-room.ts',
    'open-log.ts',
    'post.ts',
    'send-waiting.ts',
  ],
  store: [
    'database.ts',
    'drain.ts',
    'inspect-store.ts',
    'migrate.ts',
    'move.ts',
    'tables/spooled-feedback.ts',
    'tables/spooled-usage.ts',
    'tables/stored-feedback.ts',
    'tables/stored-fleet.ts',
    'tables/stored-results.ts',
  ],
  template: [
    'filters/filter.ts',
    'filters/filters.ts',
    'parse/ast.ts',
    'parse/find-uses.ts',
    'parse/parse-template.ts',
    'render/budget.ts',
    'render/render-template.ts',
    'value.ts',
  ],
  trust: [
    'administrators.ts',
    'bind/checks-consent.ts',
    'judge.ts',
    'listener-settings.ts',
    'refused-masters.ts',
    'trust.ts',
  ],
  usage: [
    'reach-report.ts',
    'record-reach.ts',
    'rule-report.ts',
    'session-counter.ts',
    'usage-counter.ts',
    'usage-line.ts',
    'usage-lines.ts',
    'usage-log.ts',
    'usage-report.ts',
  ],
};

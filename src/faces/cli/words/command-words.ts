/** What each argument that is given by its place is: by its name, or by command and name where that name means more than one thing. */
const argumentWords: Readonly<Record<string, string>> = {
  scope_name:
    'Name of a scope, like team-payments ("precept scopes" lists them); without it, that of the setting default_scope',
  'export scope_name':
    'Name of a scope, like team-payments; without it, everything that the setting exports lists',
  kata_name: 'Name of a kata, like cut-release ("precept kata-index" lists them)',
  ac: 'Ref of an acceptance criterion, like AC1.2 ("precept tenka acs" lists them)',
  of: 'What to explain: a category (backend.api), a kata (cut-release), a story or criterion (US1, AC1.2), the id of a rule, or some of its text in quotes',
  id: 'Id of a feedback entry, like 5f0c1d7e-2a8b-4c55-9a53-0d1f2b7c9e11 ("precept feedback list" names them)',
  'find words':
    'The task in any words, like "add pagination to the orders endpoint"; the first word may be the name of a scope',
  'search words': 'What to look for, like "retry timeout"; every scope is searched',
  'import path':
    'Files or folders to read, like AGENTS.md or .cursor/rules; without any, all that clients read in this project',
  'lint path':
    'The rules folder, or the folder of one scope in it, like .precept/rules/checkout; without it, the rules of this project',
  'checks scope': 'Name of a scope, like team-payments; without it, that of the setting default_scope',
  range:
    'A range of git (main...HEAD), or one ref to compare the work tree with; without it, what the work tree changed since it left the default branch',
  'eval scope or eval':
    'Name of a scope, like team-payments, and below it the names of its evaluations; without a scope, that of the setting default_scope, and without names all of them',
  'test scope': 'Names of scopes whose tests to run, like team-payments; without any, all scopes',
  from: 'What to compare from: a git ref (main, v1.2), a folder, or the URL of a server; without it, HEAD',
  to: 'What to compare it with, named in the same way; without it, the files as they are now',
  git: 'Address or path of a repository, or https:// address of a .zip or .tar.gz, like https://github.com/acme/rules',
  'sources update name': 'Name of one source ("precept sources list" shows them); without it, all of them',
  key: 'Name of a setting, like log_level ("precept config" lists them)',
  value: 'What the setting is to be, like info; a list is comma-separated',
  event: 'The event as the client spells it, like PreToolUse or SessionStart',
  shell: 'The shell to complete command lines for: bash, zsh or fish',
  word: 'Behind --, the words of a command line, of which the last is completed: what the script of the shell passes',
  dir: 'Folder to write into, like public; it is made where it is missing',
  file: 'Path of the private key file to write, like publish.pem; what exists is left as it is',
  'report.xml': 'JUnit XML reports of one run of the tests, like reports/junit.xml',
  url: 'Address of one master, like https://rules.example.com; without it, all that need a login',
};

/** What each flag is for that is an argument of an operation, in the same way: agents pay for what the operation itself says of it. */
const flagWords: Readonly<Record<string, string>> = {
  '--categories': 'These categories and what is below them, comma-separated, like backend.api,delivery',
  '--debug': 'Show texts as they are written, with their templates',
  '--places': 'Say where each rule is written, and by git who wrote it and when',
  '--files': 'Files that are about to change, comma-separated or each with a flag, like src/orders.ts',
  '--task': 'Only the rules that fit this task, like "add pagination to the orders endpoint"',
  '--max-tokens': 'About how long the rules may be that are chosen for a task or files, 2000 unless given',
  '--max-results': 'How many results there are at most, 1 to 50, 20 unless given',
  '--limit': 'How many entries there are at most, 1 to 10,000, 10,000 unless given',
  '--offset': 'How many entries to pass over first, to see those after a limit',
  '--details': 'Show description, tags, parents and sources of each scope too',
  '--tags': 'Only what has one of these tags, comma-separated, like retrieval,api',
  '--stories': 'Only the criteria of these stories, comma-separated, like US1,US2',
  '--acs': 'Only these acceptance criteria, comma-separated, like AC1.1,AC1.2',
  '--status': 'Only what is in this state, all unless given',
  '--passing': 'Only criteria in this state, all unless given',
  '--automation': 'Only criteria with automated checks alone, or with manual ones, all unless given',
  '--include-inactive': 'Show what is marked inactive too',
  '--scope': 'Name of the one scope to show, like team-payments; all scopes unless given',
  '--since': 'From this day on, like 2026-03-31, or the last days, like 7d; 30d unless given',
  '--unread': 'Only what nobody has read in that time',
  '--reach':
    'The sessions of each client instead: how many connected, asked, and were shown guidance by a hook',
  '--note': 'What was done about it, like "The two rules are one now"; it has to be given',
  '--tree': 'Have the servers that watch this one read their content again too',
  'context --category': 'Show the variables of this category too, like backend.api',
  'kata --category': 'Category of the kata, like delivery.release, where several have one of that name',
  'feedback summary --since':
    'Only feedback from this date on, like 2026-03-31, or of so long back, like 7d or 24h',
};

/** What the command of an operation does, where its title says too little beside others. */
const summaries: Readonly<Record<string, string>> = {
  scopes: 'List the scopes: teams, products and platforms that have guidance',
  show: 'Show what a scope is: parents, tags, sources, and how much guidance it has',
  find: 'Find the categories of rules and the katas that fit a task',
  search: 'Search the rules and katas of all scopes for words',
  index: 'List the categories of rules of a scope, and when each applies',
  rules: 'Show the rules of a scope, as agents get them',
  'kata-index': 'List the katas of a scope, and when to follow each',
  katas: 'List the names of the katas of a scope by category',
  kata: 'Show the steps of a kata',
  'tenka stories': 'Show the user stories of a scope, and whether each is validated',
  'tenka acs': 'Show the acceptance criteria of a scope',
  'tenka validation': 'Show which acceptance criteria are validated, check by check',
  'tenka history': 'Show the imported results of an acceptance criterion over time',
  'tenka coverage': 'Show what of a vision is not tested',
  context: 'Show the variables and filters that templates of a scope can use',
  explain: 'Explain why a rule, kata or story is served, or not',
  'feedback summary': 'Sum up open feedback: what is missed, and what is disputed',
  'feedback resolve': 'Close a feedback entry, with what was done about it',
  usage: 'Show how often each category and kata is read',
  fleet: 'List the readers of this server, and which of them are behind',
  masters: 'Show how each master is: state, latency, version, scopes, login, copy, signature',
  reload: 'Read all content again, here and in the server on this machine',
};

/** What the command of these words does; empty where nothing is said here. */
export function summaryOf(command: string): string {
  return summaries[command] ?? '';
}

/** What an argument of a command is, or one of its flags; empty where nothing is said here. */
export function wordsOf(command: string, name: string): string {
  const words = name.startsWith('--') ? flagWords : argumentWords;
  return words[`${command} ${name}`] ?? words[name] ?? '';
}

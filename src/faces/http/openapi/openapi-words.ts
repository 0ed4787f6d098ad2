/** The groups of the API's documentation, in the order of the page, with the explorer's page about the same. */
export const groups = {
  Scopes: { about: 'What there is: teams, products and platforms that inherit from each other.', page: '/' },
  Rules: { about: 'Find the rules for a task, read them, and see why they are served.', page: '/find' },
  Katas: { about: 'Procedures, step by step.', page: '/' },
  Skills: { about: 'Katas as Agent Skills, at the paths where clients look for them.', page: '/' },
  Vision: { about: 'User stories, their acceptance criteria and what tests say of them.', page: '/' },
  Feedback: { about: 'What agents and people report of the rules.', page: '/feedback' },
  Usage: { about: 'What is read, and by whom.', page: '/usage' },
  Servers: { about: 'What other servers ask of this one.', page: '/masters' },
} as const;

export type Group = keyof typeof groups;

export interface RouteWords {
  readonly group: Group;
  /** What the route is for, in a line. */
  readonly summary: string;
  /** The page of the explorer that shows the same; `{scope}` stands for a scope. */
  readonly page?: string;
}

const scopePage = '/scopes/{scope}';
const katasPage = '/scopes/{scope}/katas';
const visionPage = '/scopes/{scope}/tenka';

/** What the documentation says of each operation that has a route, by name. */
export const routeWords: Readonly<Record<string, RouteWords>> = {
  list_scopes: { group: 'Scopes', summary: 'List the scopes', page: '/' },
  get_scope: { group: 'Scopes', summary: 'Read what a scope is and inherits from', page: scopePage },
  find_guidance: { group: 'Rules', summary: 'Find the categories and katas for a task', page: '/find' },
  get_category_index: { group: 'Rules', summary: 'List the rule categories of a scope', page: scopePage },
  get_rules: { group: 'Rules', summary: 'Read the rules of a scope', page: scopePage },
  explain: { group: 'Rules', summary: 'Explain why something is served, or not', page: scopePage },
  get_kata_category_index: {
    group: 'Katas',
    summary: 'List the katas of a scope, with when to use them',
    page: katasPage,
  },
  get_katas: { group: 'Katas', summary: 'List the names of the katas of a scope', page: katasPage },
  get_kata: { group: 'Katas', summary: 'Read the steps of a kata', page: katasPage },
  get_user_stories: { group: 'Vision', summary: 'Read the user stories of a scope', page: visionPage },
  get_acceptance_criteria: {
    group: 'Vision',
    summary: 'Read the acceptance criteria of a scope',
    page: visionPage,
  },
  get_validation_status: {
    group: 'Vision',
    summary: 'Read which acceptance criteria are validated, and by what',
    page: visionPage,
  },
  submit_feedback: { group: 'Feedback', summary: 'Report a problem with the rules' },
  get_feedback_summary: {
    group: 'Feedback',
    summary: 'Summarise the open feedback by category',
    page: '/feedback',
  },
  resolve_feedback: { group: 'Feedback', summary: 'Close a feedback entry with what was done' },
  reopen_feedback: { group: 'Feedback', summary: 'Open a feedback entry again' },
  get_usage: {
    group: 'Usage',
    summary: 'Read how often each category and kata was given out',
    page: '/usage',
  },
  submit_usage: { group: 'Usage', summary: 'Report what was read elsewhere' },
  get_fleet: { group: 'Usage', summary: 'List the readers of this server', page: '/fleet' },
  get_bundle: { group: 'Servers', summary: 'Read a scope as a bundle, to merge it on another server' },
  get_manifest: { group: 'Servers', summary: 'Read the SHA-256 of each bundle, to check what is merged' },
  reload: { group: 'Servers', summary: 'Read all content again, here and on the masters' },
};

import { schemaLine } from '../guidance/content-files.ts';
import { loadStarters } from '../guidance/starters.ts';

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

/** The lines of settings that merge in the scopes of masters; as `entries` those that join others of the setting masters. */
export function masterSettings(urls: readonly string[], form: 'urls' | 'entries' = 'urls'): string {
  const key = form === 'urls' ? 'master_server_url:' : 'masters:';
  const items = urls.map((url) => `  - ${form === 'urls' ? '' : 'url: '}${JSON.stringify(url)}\n`);
  const list = `# Servers whose scopes are merged in under yours, the highest priority first.\n${key}\n${items.join('')}`;
  return `${urls.length === 0 ? '' : list}
# Answers begin with a line about each of them that could not be reached; without this, agents do not learn of it.
show_unavailable: true

# While one cannot be reached, what it said last is served, for up to a week.
remote_keep_seconds: 604800
`;
}

const exampleMaster = `# Servers whose scopes are merged in under yours, those of your company for instance.
# master_server_url: https://rules.example.com
`;

/** The settings of a new project, as text. */
export function starterSettings(scope: string, masters: readonly string[]): StarterFile {
  const text = `# Settings of Precept. A flag (--log-level debug) or a variable (PRECEPT_LOG_LEVEL=debug) goes before this file.

# The scope that is meant where an agent names none: a folder of rules/. Quotes keep a name such as 123 a text.
default_scope: ${JSON.stringify(scope)}

${masters.length === 0 ? exampleMaster : masterSettings(masters)}
# Counts which categories and katas are read, by day and scope, and how many sessions of each client ask, in usage.jsonl; nothing of the task or the
# person. See "precept usage".
usage: true

# A key that is not a setting is a variable for templates: the rules read {{ team_channel }}.
team_channel: ${JSON.stringify(`#${scope}`)}
`;
  return { path: '.precept/settings.yml', text: schemaLine('schemas/settings.schema.json') + text };
}

/** Keeps out of git what is written here while Precept runs. */
export const starterGitignore: StarterFile = {
  path: '.precept/.gitignore',
  text: `# What Precept writes here by itself: feedback, imported test results, counts of use.
feedback.jsonl*
validation.jsonl*
usage.jsonl*
`,
};

/** The files of a new scope: one of each kind, small enough to be read whole, with comments that teach. */
export async function starterScope(scope: string): Promise<readonly StarterFile[]> {
  const all = await loadStarters();
  return [...all].map(([file, starter]) => ({
    path: `.precept/rules/${scope}/${file}.yml`,
    text: schemaLine(`../../schemas/${file}.schema.json`) + starter,
  }));
}

/** What hosts put before an agent. Some cut it at 2,000 characters and some never show it: the tools must suffice alone. */
export const instructions: string = [
  'Precept serves the rules and procedures of this organisation, per scope (company, team, project); a scope includes what it inherits.',
  'Before you write or review code:',
  '1. get_category_index: read which categories of rules exist and when each applies.',
  '2. get_rules with the categories that fit your task (comma-separated; a category includes its sub-categories). MUST is mandatory, SHOULD is advice to follow unless you have a reason not to.',
  '3. get_kata_category_index when the task is a procedure (a release, a migration, an incident): if a kata fits, get_kata by its name and follow its steps in order.',
  'Fetch more categories when the task grows. Leave scope_name out to use the default scope; list_scopes names all scopes.',
].join('\n');

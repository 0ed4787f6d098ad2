/** What hosts put before an agent. Some cut it at 2,000 characters and some never show it: the tools must suffice alone. */
export const instructions: string = [
  'Precept serves the rules and procedures of this organisation, per scope (company, team, project); a scope includes what it inherits.',
  'Before you write or review code:',
  '1. find_guidance with the task, keywords of your own and the files you will change. It searches all categories and katas: no index is needed after it.',
  '2. get_rules, once, with the categories that fit (a category includes its sub-categories); or with task and files at once, in place of both steps, which gives the rules that fit. MUST is mandatory, SHOULD is advice to follow unless you have a reason not to.',
  '3. get_kata by a name shown behind "katas" when the task is that procedure (a release, a migration, an incident); follow its steps in order.',
  'Fetch more categories when the task grows; get_category_index names them all. Leave scope_name out to use the default scope; list_scopes names all scopes.',
].join('\n');

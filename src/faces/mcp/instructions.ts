import { version } from '../../model/version.ts';

/** How the server names itself. */
export const serverInfo: { name: string; title: string; version: string } = {
  name: 'precept',
  title: 'Precept',
  version,
};

/** What hosts put before an agent. Some cut it at 2,000 characters and some never show it: the tools must suffice alone. */
export const instructions: string = [
  'Precept serves the rules and procedures of this organisation, per scope (company, team, project); a scope includes what it inherits.',
  'Before you write or review code:',
  '1. find_guidance, with task (the task and keywords of your own, separated by commas) and files (those that you will change). It searches all categories and katas: no index is needed after it.',
  '2. get_rules, once, with the categories that fit and those of the others named there that your change touches; or in place of both steps with task and files, which gives the rules of every change and those that fit, and names the rest: ask once more for those of them that your change touches. MUST is mandatory, SHOULD is advice to follow unless you have a reason not to.',
  '3. get_kata by a name shown behind "katas" when the task is that procedure (a release, a migration, an incident); follow its steps in order.',
  'Fetch more categories when the task grows; get_category_index names them all. Leave scope_name out to use the default scope; list_scopes names all scopes.',
].join('\n');

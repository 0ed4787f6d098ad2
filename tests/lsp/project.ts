import { tempFolder } from '../support/folder.ts';

export const metadata = 'description: A scope\nparent: base\n';
export const rules = 'api:\n  when: Changing the API\n  ruleset:\n    - Return JSON\n';

/** A project with three scopes: `leaf` below `base`, and `other` beside them. */
export const project = () =>
  tempFolder({
    '.precept/settings.yml': 'log_level: warn\n',
    '.precept/rules/base/metadata.yml': 'description: The base\n',
    '.precept/rules/base/suggestions.yml': rules,
    '.precept/rules/leaf/metadata.yml': metadata,
    '.precept/rules/leaf/suggestions.yml': '+api:\n  ruleset:\n    - Page by 50\n',
    '.precept/rules/other/metadata.yml': 'descripton: Misspelt\n',
  });
export const file = (name: string) => `.precept/rules/${name}`;
export const codes = (found: readonly { code?: unknown }[]) => found.map(({ code }) => code);

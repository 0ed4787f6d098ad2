/** The cure for braces that another tool is to read. */
export const rawCure: string =
  'text for GitHub Actions, Helm or Jinja goes between {% raw %} and {% endraw %}';

/** What other tools call things in their own templates. */
const foreignNames: ReadonlySet<string> = new Set([
  // GitHub Actions.
  ...['github', 'secrets', 'matrix', 'env', 'runner', 'inputs', 'steps', 'needs', 'vars', 'job', 'jobs'],
  // Helm.
  ...['Values', 'Release', 'Chart', 'Capabilities', 'Files'],
  // Ansible, and other users of Jinja.
  ...['item', 'inventory_hostname', 'hostvars', 'groups', 'cookiecutter', 'request', 'user', 'page'],
]);

/**
 * Whether a variable that has no value looks like one of another tool: by a `$` before its tag, by its name, or as a part
 * of something that no template here has. `known` are the names that templates have here.
 */
export function looksForeign(text: string, offset: number, name: string, known: readonly string[]): boolean {
  const start = text.lastIndexOf('{{', offset);
  if (start > 0 && text[start - 1] === '$') return true;
  const [root = ''] = name.split(/[.[]/, 1);
  return foreignNames.has(root) || /^ansible_/.test(root) || (root !== name && !known.includes(root));
}

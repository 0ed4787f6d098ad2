/** The variables that the plugins which come with Precept give to templates. */
export const builtInVariables: Readonly<Record<string, readonly string[]>> = {
  'git.context': ['git_root', 'git_branch', 'git_commit', 'git_dirty', 'git_remote', 'git_user'],
  'fs.context': ['project_name', 'project_root', 'cwd', 'os', 'languages'],
};

/** The plugins that come with Precept. */
export const builtInPluginNames: readonly string[] = Object.keys(builtInVariables);

const pattern = /^[\w-]+(\.[\w-]+)*\.\*$/;

/** What is wrong with a list of enabled plugins, in words that say how to fix it; null when nothing is. */
export function checkEnabledPlugins(list: readonly string[]): string | null {
  for (const entry of list) {
    if (entry.trim() === '') return 'an empty name enables nothing; remove it';
    if (entry === '*')
      return '"*" would enable whatever there is; name plugins, or write a pattern like "git.*"';
    if (entry.includes('*') && !pattern.test(entry)) {
      return `"${entry}" is no pattern; the only kind is a prefix with ".*", like "git.*"`;
    }
  }
  return null;
}

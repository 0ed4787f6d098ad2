/** The plugins that come with Precept. */
export const builtInPluginNames: readonly string[] = ['git.context', 'fs.context'];

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

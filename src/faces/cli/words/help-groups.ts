/** The headings of the help, each with the first words of the commands below it; `precept` alone has none. */
export const helpGroups: readonly (readonly [string, readonly string[]])[] = [
  ['Set up', ['init', 'import', 'doctor', 'trust', 'config', 'completion']],
  ['Serve', ['', 'serve', 'lsp', 'hook', 'reload']],
  ['Read guidance', ['scopes', 'show', 'find', 'search', 'index', 'rules', 'kata-index', 'katas', 'kata']],
  ['Ask about it', ['context', 'explain', 'diff', 'conflicts', 'usage']],
  ['Write it', ['lint', 'test', 'checks', 'review', 'eval', 'export', 'publish', 'keys']],
  ['Sources', ['sources']],
  ['Vision', ['tenka']],
  ['Feedback', ['feedback']],
  ['Masters and logins', ['masters', 'fleet', 'store', 'login', 'logout', 'whoami']],
];

/** Endings of files by the language that a rule names. */
const endings: Readonly<Record<string, string>> = {
  bash: 'sh|bash|zsh',
  c: 'c|h',
  cpp: 'cc|cpp|cxx|hpp|h',
  csharp: 'cs',
  'c#': 'cs',
  css: 'css|scss',
  go: 'go',
  hcl: 'tf|hcl',
  html: 'html?',
  java: 'java',
  javascript: '[cm]?jsx?',
  js: '[cm]?jsx?',
  json: 'json',
  kotlin: 'kts?',
  php: 'php',
  py: 'pyi?',
  python: 'pyi?',
  ruby: 'rb',
  rust: 'rs',
  scala: 'scala|sc',
  swift: 'swift',
  terraform: 'tf',
  ts: '[cm]?ts',
  tsx: 'tsx',
  typescript: '[cm]?ts',
  yaml: 'ya?ml',
};

/** The files of some languages; null, for all files, where one of them is not known. `more` are endings that a tool counts otherwise. */
export function filesOf(
  languages: readonly string[],
  more: Readonly<Record<string, string>> = {},
): RegExp | null {
  const known = languages.map((language) => ({ ...endings, ...more })[language.toLowerCase()]);
  const isKnown = known.length > 0 && known.every((one) => one !== undefined);
  return isKnown ? new RegExp(`\\.(?:${known.join('|')})$`) : null;
}

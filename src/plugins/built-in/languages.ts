/** Files that show that a language is used, by exact name. */
const byName: Readonly<Record<string, string>> = {
  'package.json': 'javascript',
  'tsconfig.json': 'typescript',
  'deno.json': 'typescript',
  'pyproject.toml': 'python',
  'requirements.txt': 'python',
  'setup.py': 'python',
  Pipfile: 'python',
  'Cargo.toml': 'rust',
  'go.mod': 'go',
  'pom.xml': 'java',
  'build.gradle': 'java',
  'build.gradle.kts': 'kotlin',
  'build.sbt': 'scala',
  'Directory.Build.props': 'csharp',
  Gemfile: 'ruby',
  'composer.json': 'php',
  'mix.exs': 'elixir',
  'rebar.config': 'erlang',
  'Package.swift': 'swift',
  'pubspec.yaml': 'dart',
  'CMakeLists.txt': 'cpp',
  'stack.yaml': 'haskell',
  'dune-project': 'ocaml',
  'build.zig': 'zig',
};

/** The same by extension. */
const byExtension: Readonly<Record<string, string>> = {
  csproj: 'csharp',
  sln: 'csharp',
  fsproj: 'fsharp',
  vcxproj: 'cpp',
  gemspec: 'ruby',
  cabal: 'haskell',
  tf: 'terraform',
};

/** The languages whose manifests are among these file names, sorted. */
export function languagesOf(names: Iterable<string>): string[] {
  const found = new Set<string>();
  for (const name of names) {
    const extension = name.slice(name.lastIndexOf('.') + 1);
    const language = own(byName, name) ?? (extension === name ? undefined : own(byExtension, extension));
    if (language !== undefined) found.add(language);
  }
  return [...found].sort();
}

function own(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** What a module names to be loaded with it. */
export interface Import {
  readonly specifier: string;
  readonly kind: 'import' | 'require';
}

/** Names of what loads or makes code by other means than imports. */
const otherWays =
  /\b(createRequire|getBuiltinModule|Worker|child_process|node:vm|_load|dlopen|registerHooks|eval\s*\(|Function\s*\()/;

/**
 * The literal imports of a module: static ones, re-exports, `import()` and `require()`; and, in words, what is computed at run time
 * and so cannot be told.
 */
export async function importsOf(source: string): Promise<{ imports: Import[]; computed: string[] }> {
  const imports: Import[] = [];
  const computed: string[] = [];
  const { init, parse } = await import('es-module-lexer');
  await init;
  try {
    for (const { n: specifier, d: kind } of parse(source)[0]) {
      // -2 is import.meta, which loads nothing.
      if (kind === -2) continue;
      if (specifier === undefined) computed.push('it imports what it computes');
      else imports.push({ specifier, kind: 'import' });
    }
  } catch {
    computed.push('its imports cannot be read');
  }
  for (const { index, 0: call } of source.matchAll(/\brequire\s*\(/g)) {
    const [, , specifier] =
      /^\s*(['"`])([^'"`$\\\n]+)\1\s*[,)]/.exec(source.slice(index + call.length, index + 1000)) ?? [];
    if (specifier === undefined) computed.push('it requires what it computes');
    else imports.push({ specifier, kind: 'require' });
  }
  if (imports.some(({ specifier }) => specifier.startsWith('data:')) || otherWays.test(source))
    computed.push('it may load code in ways that are not followed');
  return { imports, computed: [...new Set(computed)] };
}

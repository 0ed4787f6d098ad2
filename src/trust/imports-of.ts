/** What a module names to be loaded with it. */
export interface Import {
  readonly specifier: string;
  readonly kind: 'import' | 'require';
}

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
  for (const [, , specifier = ''] of source.matchAll(/\brequire\s*\(\s*(['"`])([^'"`$\n]+)\1\s*\)/g))
    imports.push({ specifier, kind: 'require' });
  if (/\brequire\s*\(\s*[^'"`\s)]/.test(source)) computed.push('it requires what it computes');
  if (/\b(createRequire|Worker|child_process|node:vm)\b/.test(source))
    computed.push('it may load code in ways that are not followed');
  return { imports, computed: [...new Set(computed)] };
}

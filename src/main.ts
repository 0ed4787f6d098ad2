/**
 * The door to the program. Clients run a hook at each touch of a file and wait for it: it goes by itself, and loads the rest of the program
 * only where a scope is not compiled.
 */

const [command, ...words] = process.argv.slice(2);

async function hook(): Promise<void> {
  const ignore = () => {};
  process.on('uncaughtException', () => process.exit(0));
  const [{ runHook }, { homedir }] = await Promise.all([import('./hooks/run-hook.ts'), import('node:os')]);
  const { env, stdin, stdout, stderr } = process;
  for (const stream of [stdin, stdout, stderr]) stream.on('error', ignore);
  const home = orNothing(homedir);
  const world = { env, cwd: orNothing(process.cwd) || home, home, stdin, stdout, stderr };
  await runHook(words, world, async (request, tell) =>
    (await import('./service/tasks/hooks/fresh-scope.ts')).freshScope(request, tell),
  );
  stdout.write('', () => process.exit(0));
}

/** The working folder may have been removed; a user may have no entry on this machine, and no HOME. */
function orNothing(find: () => string): string {
  try {
    return find();
  } catch {
    return '';
  }
}

if (command === 'hook' && !words.includes('--help') && !words.includes('-h')) void hook();
else void import('./program.ts');

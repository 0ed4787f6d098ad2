// Proves the built program on Windows, or under Wine: `node proof.js <dist/main.js> [--only text]`, started by scripts/test-windows.ts.
import { createKit } from './kit.ts';
import { parts } from './parts.ts';

const only = process.argv[3] ?? '';
let failed = 0;
for (const [name, prove] of Object.entries(parts)) {
  if (!name.includes(only)) continue;
  const { kit, close } = await createKit();
  const start = Date.now();
  let failure = '';
  try {
    await prove(kit);
  } catch (error) {
    failure = error instanceof Error ? `${error.stack}\n${error.cause ?? ''}` : String(error);
  }
  await close();
  if (failure !== '') failed += 1;
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  process.stdout.write(`${failure === '' ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)\n${failure}`);
}
process.stdout.write(`${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);

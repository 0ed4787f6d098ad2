// `npm run check`: everything that judges the code without running it, side by side, each with its own report.
import { spawn } from 'node:child_process';

const checks = [
  {
    name: 'biome',
    command: `biome ci --error-on-warnings --colors=${process.stdout.isTTY ? 'force' : 'off'}`,
    hint: 'npm run format fixes most of it',
  },
  { name: 'layers', command: 'tsx scripts/check-layers.ts', hint: 'the table is in scripts/layers.ts' },
  { name: 'types', command: 'tsc --noEmit', hint: '' },
  { name: 'unused', command: 'knip', hint: 'remove it, or use it; exceptions are in knip.json' },
  { name: 'words', command: 'tsx scripts/check-words.ts', hint: 'the styles are in styles/Precept' },
  { name: 'pictures', command: 'tsx scripts/pictures.ts --check', hint: 'npm run pictures' },
  { name: 'guidance', command: 'tsx scripts/check-guidance.ts', hint: 'the rules are in .precept/rules' },
  { name: 'sizes', command: 'tsx scripts/sizes.ts', hint: '' },
  { name: 'generated', command: 'tsx scripts/generate.ts --check', hint: 'npm run generate' },
];

async function run(command: string): Promise<{ ok: boolean; output: string; seconds: number }> {
  const start = performance.now();
  // The output goes through a pipe; say on behalf of a terminal that colours are welcome.
  const env =
    process.stdout.isTTY && !process.env.NO_COLOR ? { ...process.env, FORCE_COLOR: '1' } : process.env;
  const child = spawn(command, { shell: true, env });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const output = Buffer.concat(chunks).toString().trim();
  return { ok: code === 0, output, seconds: (performance.now() - start) / 1000 };
}

const results = await Promise.all(checks.map(async (check) => ({ ...check, ...(await run(check.command)) })));
for (const { ok, name, command, output } of results) {
  if (!ok) console.error(`\n--- ${name}: ${command}\n${output}\n`);
}
for (const { ok, name, seconds, hint } of results) {
  console.log(
    `${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(10)} ${seconds.toFixed(1)} s${ok || !hint ? '' : `  (${hint})`}`,
  );
}
process.exitCode = results.every((result) => result.ok) ? 0 : 1;

// Two masters and a reader in one go: `node examples/federation/run.mjs` after a build. Prints what the reader merges.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const program = path.join(here, '../../dist/main.js');
const folder = await mkdtemp(path.join(tmpdir(), 'precept-federation-'));
const masters = [];

try {
  const region = await startMaster('region');
  const organisation = await startMaster('organisation');
  const settings = path.join(folder, 'settings.yml');
  await mkdir(path.join(folder, 'rules'));
  await writeFile(
    settings,
    [
      `rules_path: ${JSON.stringify(path.join(here, 'reader/rules'))}`,
      'region: eu-west',
      'master_server_url:',
      `  - ${region}`,
      `  - ${organisation}`,
    ].join('\n'),
  );
  console.log(`Masters: region at ${region}, organisation at ${organisation}\n`);
  for (const command of [['scopes'], ['show', 'shop'], ['rules', 'shop']]) {
    console.log(`\n$ precept ${command.join(' ')}\n`);
    await run([...command, '--config', settings]);
  }
} finally {
  for (const master of masters) master.kill();
  await rm(folder, { recursive: true, force: true });
}

/** Starts a server over one rules folder on a free port; gives its address. */
function startMaster(name) {
  const args = [program, 'serve', '--port', '0', '--rules-path', path.join(here, name, 'rules')];
  const master = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  masters.push(master);
  return new Promise((resolve, reject) => {
    let told = '';
    master.stderr.on('data', (chunk) => {
      told += chunk;
      const found = /listening on (\S+)/.exec(told);
      if (found) resolve(found[1]);
    });
    master.once('exit', (code) => reject(new Error(`master ${name} ended with ${code}: ${told}`)));
  });
}

function run(args) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`exit code ${code}`))));
  });
}

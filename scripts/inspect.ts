// `npm run inspect`: asks the built program with MCP Inspector's command line, over stdio and HTTP, in both eras, and
// has the command line of Agent Skills list and read the skills that the listener serves.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PackageRun, runPackage, whyUnavailable } from './run-package.ts';
import { programCommand, serveProgram } from './served-program.ts';

const packages = ['@modelcontextprotocol/inspector@2.12.0'];
// It needs a newer Node than we do.
const skillsPackages = ['node@24', 'skills@1.7.4'];
const eras = ['legacy', 'modern'];
const skill = 'skill://checkout/delivery.release/cut-a-release/SKILL.md';

interface Question {
  readonly ask: readonly string[];
  readonly expect: RegExp;
  /** 0 where it is left out. */
  readonly code?: number;
}

/** Asked of each connection; the exit code 5 is that of a tool that says it failed. */
const questions: readonly Question[] = [
  // Strict: exit code 6 where a schema would trouble some hosts.
  { ask: ['--method', 'tools/list', '--strict'], expect: /"get_category_index"[\s\S]*"submit_feedback"/ },
  { ask: ['--method', 'prompts/list'], expect: /"follow_kata"/ },
  { ask: ['--method', 'resources/list'], expect: /precept:\/\/scopes\/checkout\/rules/ },
  {
    ask: ['--method', 'resources/templates/list'],
    expect: /precept:\/\/scopes\/\{scope\}\/rules[\s\S]*"skill:\/\/\{\+path\}"/,
  },
  {
    ask: ['--method', 'tools/call', '--tool-name', 'get_rules', '--tool-arg', 'scope_name=checkout'],
    expect: /# Rules for checkout/,
  },
  {
    ask: ['--method', 'tools/call', '--tool-name', 'get_rules', '--tool-arg', 'scope_name=chekout'],
    expect: /checkout/,
    code: 5,
  },
  { ask: ['--method', 'skills/list'], expect: new RegExp(`"uri": "${skill}"`) },
  { ask: ['--method', 'resources/read', '--uri', skill], expect: /---\\nname: cut-a-release\\n/ },
  {
    ask: ['--method', 'resources/read', '--uri', 'skill://checkout/delivery.release/none/SKILL.md'],
    expect: /Resource not found/,
    code: 1,
  },
];

await inspectMcp();
await inspectSkills();

async function inspectMcp(): Promise<void> {
  const reason = await whyUnavailable(packages, ['mcp-inspector', '--cli', '--help']);
  if (reason !== null) return console.log(`MCP Inspector: SKIPPED, ${reason}.`);
  const { url, close } = await serveProgram();
  try {
    for (const era of eras) {
      await askAll('stdio', era, programCommand);
      await askAll('HTTP', era, [`${url}/mcp`, '--transport', 'http']);
    }
  } finally {
    await close();
  }
}

/** Asks every question over one transport and prints how many were answered as they should be. */
function askAll(transport: string, era: string, target: readonly string[]): Promise<void> {
  return judge(`MCP Inspector, ${transport}, ${era}`, questions, (ask) =>
    runPackage(packages, ['mcp-inspector', '--cli', ...target, ...ask, '--protocol-era', era], 60_000),
  );
}

/** Skills by the well-known address of the listener, as `npx skills add <address>` finds them. */
async function inspectSkills(): Promise<void> {
  const reason = await whyUnavailable(skillsPackages, ['skills', '--version']);
  if (reason !== null) return console.log(`Agent Skills: SKIPPED, ${reason}.`);
  const { url, close } = await serveProgram();
  // The program leaves what it reads in the folder for temporary files.
  const folder = await mkdtemp(join(tmpdir(), 'precept-skills-'));
  // Where CI is set it colours what it writes, also into a pipe.
  const env = { TMPDIR: folder, TEMP: folder, TMP: folder, NO_COLOR: '1' };
  try {
    const index = await fetch(`${url}/.well-known/agent-skills/index.json`);
    const { skills } = (await index.json()) as { skills: { name: string }[] };
    const asked = [
      { ask: ['add', url, '--list'], expect: listOf(skills.map(({ name }) => name)) },
      { ask: ['use', url, '--skill', 'cut-a-release'], expect: /^name: cut-a-release\n[\s\S]*^1\. Main is/m },
    ];
    await judge('Agent Skills, well-known address', asked, (ask) =>
      runPackage(skillsPackages, ['skills', ...ask], 60_000, env),
    );
  } finally {
    await close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** How many skills were found, and each of their names. */
function listOf(names: readonly string[]): RegExp {
  const each = names.map((name) => `Skill: ${name}\\s`);
  return new RegExp([`Found ${names.length} skills`, ...each].join('[^]*'));
}

async function judge(
  what: string,
  asked: readonly Question[],
  run: (ask: Question['ask']) => Promise<PackageRun>,
): Promise<void> {
  let good = 0;
  for (const { ask, expect, code: wanted = 0 } of asked) {
    const { code, stdout, stderr } = await run(ask);
    // The Inspector writes what a server refuses to stderr.
    if (code === wanted && expect.test(stdout + stderr)) good += 1;
    else console.log(`${ask.join(' ')}: exit code ${code}\n${stdout.slice(0, 2000)}${stderr.slice(0, 2000)}`);
  }
  console.log(`${what}: ${good} of ${asked.length} answers are right`);
  if (good < asked.length) process.exitCode = 1;
}

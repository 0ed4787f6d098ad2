// `npm run inspect`: asks the built program with MCP Inspector's command line, over stdio and HTTP, in both eras.
import { runPackage, whyUnavailable } from './run-package.ts';
import { programCommand, serveProgram } from './served-program.ts';

const packages = ['@modelcontextprotocol/inspector@2.12.0'];
const eras = ['legacy', 'modern'];

/** Asked of each connection; `isError` stands for the exit code 5 of a tool that says it failed. */
const questions: readonly { ask: readonly string[]; expect: RegExp; isError?: true }[] = [
  // Strict: exit code 6 where a schema would trouble some hosts.
  { ask: ['--method', 'tools/list', '--strict'], expect: /"get_category_index"[\s\S]*"submit_feedback"/ },
  { ask: ['--method', 'prompts/list'], expect: /"follow_kata"/ },
  { ask: ['--method', 'resources/list'], expect: /precept:\/\/scopes\/checkout\/rules/ },
  { ask: ['--method', 'resources/templates/list'], expect: /precept:\/\/scopes\/\{scope\}\/rules/ },
  {
    ask: ['--method', 'tools/call', '--tool-name', 'get_rules', '--tool-arg', 'scope_name=checkout'],
    expect: /# Rules for checkout/,
  },
  {
    ask: ['--method', 'tools/call', '--tool-name', 'get_rules', '--tool-arg', 'scope_name=chekout'],
    expect: /checkout/,
    isError: true,
  },
];

const reason = await whyUnavailable(packages, ['mcp-inspector', '--cli', '--help']);
if (reason !== null) {
  console.log(`MCP Inspector: SKIPPED, ${reason}.`);
} else {
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
async function askAll(transport: string, era: string, target: readonly string[]): Promise<void> {
  let good = 0;
  for (const { ask, expect, isError } of questions) {
    const command = ['mcp-inspector', '--cli', ...target, ...ask, '--protocol-era', era];
    const { code, stdout, stderr } = await runPackage(packages, command, 60_000);
    if (code === (isError ? 5 : 0) && expect.test(stdout)) good += 1;
    else console.log(`${ask.join(' ')}: exit code ${code}\n${stdout.slice(0, 2000)}${stderr.slice(0, 2000)}`);
  }
  console.log(`MCP Inspector, ${transport}, ${era}: ${good} of ${questions.length} answers are right`);
  if (good < questions.length) process.exitCode = 1;
}

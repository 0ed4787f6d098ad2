// An agent without a model, to try `precept eval` with: it does what stub.json of its working folder says, and better where the guidance
// that it gets from its MCP server says what stub.json wants it to know.
//
//   precept eval checkout --agent "node examples/eval/stub-agent.mjs {mcp_config} {prompt}"
//
// stub.json: {"knows": "opaque cursor", "file": "src/orders.js", "good": "…", "bad": "…"}. "with" and "without" are the chances of the
// good text with that knowledge and without it, 1 and 0 unless given.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';

const [configFile = '', prompt = ''] = process.argv.slice(2);
const plan = JSON.parse(existsSync('stub.json') ? readFileSync('stub.json', 'utf8') : '{}');
const { mcpServers } = JSON.parse(readFileSync(configFile, 'utf8'));
const guidance = mcpServers.precept === undefined ? '' : await askServer(mcpServers.precept);
const knows = guidance !== '' && guidance.includes(plan.knows ?? '');
const isGood = Math.random() < (knows ? (plan.with ?? 1) : (plan.without ?? 0));
const text = isGood ? plan.good : plan.bad;
if (plan.file !== undefined) {
  mkdirSync(dirname(plan.file), { recursive: true });
  writeFileSync(plan.file, text ?? '');
} else if (text !== undefined) console.log(text);
const usage = { input_tokens: prompt.length + guidance.length, output_tokens: (text ?? '').length };
console.log(JSON.stringify({ type: 'result', usage }));

/** What the server answers to get_rules. */
async function askServer({ command, args, env }) {
  const server = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'stub-agent', version: '1.0.0' };
  send({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
  });
  let answer = '';
  for await (const line of createInterface({ input: server.stdout })) {
    const { id, result } = JSON.parse(line);
    if (id === 1) {
      send({ method: 'notifications/initialized' });
      send({ id: 2, method: 'tools/call', params: { name: 'get_rules', arguments: {} } });
    } else if (id === 2) {
      answer = (result?.content ?? []).map((part) => part.text).join('\n');
      break;
    }
  }
  server.stdin.end();
  return answer;
}

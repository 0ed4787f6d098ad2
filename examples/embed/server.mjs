// Precept inside a program of your own: one service, served to the agent that started the program over stdio, and to all
// others over HTTP. In a checkout, after a build: `node examples/embed/server.mjs`. docs/embedding.md explains it.
import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { createHttpApp, createMcpServer, createService } from 'precept-mcp';

const log = (line) => process.stderr.write(line);

const service = await createService({
  cwd: fileURLToPath(new URL('.', import.meta.url)),
  settings: { rules_path: '../acme/rules', default_scope: 'checkout' },
  log,
});

// Any server that speaks `fetch` will do. One route is our own, everything else is Precept's.
const app = createHttpApp(service);
const fetch = (request) =>
  new URL(request.url).pathname === '/hello'
    ? new Response('Hello from our own program')
    : app.fetch(request);
const host = '127.0.0.1';
const listener = serve({ fetch, hostname: host, port: Number(process.env.PORT ?? 8080) }, ({ port }) => {
  app.listensOn({ host, port });
  log(`listening on http://${host}:${port}\n`);
});

const mcp = createMcpServer(service);
await mcp.connect(new StdioServerTransport());

// The agent is gone when it closes our standard input.
process.stdin.once('end', async () => {
  listener.close();
  await Promise.all([mcp.close(), app.close()]);
  await service.close();
});

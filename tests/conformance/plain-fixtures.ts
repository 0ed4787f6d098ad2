import { setTimeout as delay } from 'node:timers/promises';
import {
  completable,
  type McpServer,
  ResourceTemplate,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { png, textResult, wav } from './samples.ts';

/** Registers the tools, prompts and resources by which the conformance suite looks at content and notifications. */
export function registerPlainFixtures(server: McpServer): void {
  registerTools(server);
  registerPrompts(server);
  registerResources(server);
}

function registerTools(server: McpServer): void {
  const about = (description: string) => ({ description });
  server.registerTool('test_simple_text', about('One text'), async () =>
    textResult('This is a simple text response for testing.'),
  );
  server.registerTool('test_image_content', about('One image'), async () => ({
    content: [{ type: 'image', data: png, mimeType: 'image/png' }],
  }));
  server.registerTool('test_audio_content', about('One sound'), async () => ({
    content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }],
  }));
  server.registerTool('test_embedded_resource', about('One resource'), async () => ({
    content: [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  }));
  server.registerTool('test_multiple_content_types', about('Text, image and resource'), async () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      { type: 'image', data: png, mimeType: 'image/png' },
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: '{"test":"data","value":123}',
        },
      },
    ],
  }));
  server.registerTool('test_error_handling', about('Fails'), async () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  server.registerTool('test_tool_with_progress', about('Tells how far it is'), async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        const params = { progressToken, progress, total: 100 };
        await mcpReq.notify({ method: 'notifications/progress', params });
      }
      await delay(20);
    }
    return textResult('Done.');
  });
  for (const name of ['test_tool_with_logging', 'test_logging_tool']) {
    server.registerTool(name, about('Logs to the client'), async ({ mcpReq }) => {
      for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await mcpReq.log('info', line);
        await delay(20);
      }
      return textResult('Done.');
    });
  }
}

function registerPrompts(server: McpServer): void {
  const user = 'user' as const;
  server.registerPrompt('test_simple_prompt', { description: 'One text' }, async () => ({
    messages: [{ role: user, content: { type: 'text', text: 'This is a simple prompt for testing.' } }],
  }));
  const entries = {
    arg1: completable(v.string(), (typed) =>
      ['paris', 'park', 'party'].filter((word) => word.startsWith(typed)),
    ),
    arg2: v.string(),
  };
  const argsSchema = withShape(v.strictObject(entries), entries);
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'Repeats its arguments', argsSchema },
    async (given) => {
      const { arg1, arg2 } = given as { arg1: string; arg2: string };
      const text = `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`;
      return { messages: [{ role: user, content: { type: 'text', text } }] };
    },
  );
  const uri = { resourceUri: v.string() };
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'A resource and a text', argsSchema: withShape(v.strictObject(uri), uri) },
    async (given) => {
      const resource = {
        uri: (given as { resourceUri: string }).resourceUri,
        mimeType: 'text/plain',
        text: 'Embedded resource content for testing.',
      };
      const text = 'Please process the embedded resource above.';
      return {
        messages: [
          { role: user, content: { type: 'resource', resource } },
          { role: user, content: { type: 'text', text } },
        ],
      };
    },
  );
  server.registerPrompt('test_prompt_with_image', { description: 'An image and a text' }, async () => ({
    messages: [
      { role: user, content: { type: 'image', data: png, mimeType: 'image/png' } },
      { role: user, content: { type: 'text', text: 'Please analyze the image above.' } },
    ],
  }));
}

function registerResources(server: McpServer): void {
  const text = { mimeType: 'text/plain', text: 'This is the content of the static text resource.' };
  server.registerResource('static-text', 'test://static-text', { description: 'A text' }, async (uri) => ({
    contents: [{ uri: uri.href, ...text }],
  }));
  server.registerResource(
    'static-binary',
    'test://static-binary',
    { description: 'An image' },
    async (uri) => ({
      contents: [{ uri: uri.href, mimeType: 'image/png', blob: png }],
    }),
  );
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource('template', template, { description: 'Data by id' }, async (uri, { id }) => {
    const data = { id, templateTest: true, data: `Data for ID: ${id}` };
    return { contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(data) }] };
  });
}

/** The SDK completes only arguments whose own schemas it finds under `shape`. */
function withShape(schema: v.GenericSchema, shape: v.ObjectEntries): StandardSchemaWithJSON {
  return Object.assign(toStandardJsonSchema(schema), { shape }) as unknown as StandardSchemaWithJSON;
}

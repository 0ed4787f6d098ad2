import {
  type ClientCapabilities,
  createRequestStateCodec,
  type InputRequests,
  inputRequired,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { textResult } from './samples.ts';

/** Seals what a client carries from one round of questions to the next; a forged one is refused by the SDK. */
export const stateCodec = createRequestStateCodec({ key: 'a key for the conformance suite alone' });

/** Registers the tools and the prompt that ask back, which revision 2026-07-28 answers in several rounds. */
export function registerInputFixtures(server: McpServer): void {
  const tool = (name: string, run: (context: ServerContext) => ReturnType<typeof finished>) =>
    server.registerTool(name, { description: 'Asks back' }, async (context) => run(context));
  const question = (name: string, requests: InputRequests, withState = false) =>
    tool(name, async ({ mcpReq }) => {
      const { inputResponses } = mcpReq;
      const isAnswered = Object.keys(requests).every((key) => answered(inputResponses?.[key]));
      if (isAnswered) return finished(`state-ok: ${JSON.stringify(inputResponses)}`);
      return inputRequired({
        inputRequests: requests,
        ...(withState && { requestState: await stateCodec.mint('asked') }),
      });
    });

  const capital = sampling('What is the capital of France?');
  const client_roots = inputRequired.listRoots();
  const confirm = form('Please confirm', 'ok', 'boolean');
  question('test_input_required_result_elicitation', { user_name: form('What is your name?', 'name') });
  question('test_input_required_result_sampling', { capital_question: capital });
  question('test_input_required_result_list_roots', { client_roots });
  question('test_input_required_result_request_state', { confirm }, true);
  question('test_input_required_result_tampered_state', { confirm }, true);
  question(
    'test_input_required_result_multiple_inputs',
    {
      user_name: form('What is your name?', 'name'),
      greeting: sampling('Generate a greeting'),
      client_roots,
    },
    true,
  );
  question('test_missing_capability', { capital_question: capital });
  question('test_streaming_elicitation', { user_name: form('What is your name?', 'name') });

  tool('test_input_required_result_multi_round', async ({ mcpReq }) => {
    const { inputResponses } = mcpReq;
    if (answered(inputResponses?.step2)) return finished('Both steps are done.');
    const step = answered(inputResponses?.step1)
      ? { step2: form('Step 2: What is your favorite color?', 'color') }
      : { step1: form('Step 1: What is your name?', 'name') };
    return inputRequired({ inputRequests: step, requestState: await stateCodec.mint(Object.keys(step)) });
  });
  tool('test_input_required_result_capabilities', async ({ mcpReq }) => {
    const envelope = mcpReq.envelope as Readonly<Record<string, ClientCapabilities>> | undefined;
    const declared = envelope?.['io.modelcontextprotocol/clientCapabilities'];
    const requests: InputRequests = {
      ...(declared?.sampling && { capital_question: capital }),
      ...(declared?.elicitation && { user_name: form('What is your name?', 'name') }),
    };
    return inputRequired({ inputRequests: requests });
  });
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'Asks back' },
    async ({ mcpReq }) => {
      const { user_context } = mcpReq.inputResponses ?? {};
      if (!answered(user_context)) {
        const inputRequests = { user_context: form('What context should the prompt use?', 'context') };
        return inputRequired({ inputRequests });
      }
      const text = `Use this context: ${JSON.stringify(user_context)}`;
      return { messages: [{ role: 'user', content: { type: 'text', text } }] };
    },
  );
}

async function finished(
  text: string,
): Promise<ReturnType<typeof textResult> | ReturnType<typeof inputRequired>> {
  return textResult(text);
}

/** Whether a response has what was asked for; the suite also sends ones that have nothing. */
function answered(response: unknown): boolean {
  if (typeof response !== 'object' || response === null) return false;
  return 'action' in response ? 'content' in response : 'role' in response || 'roots' in response;
}

function form(message: string, field: string, type: 'string' | 'boolean' = 'string') {
  const property = type === 'boolean' ? { type } : { type };
  const requestedSchema = { type: 'object' as const, properties: { [field]: property }, required: [field] };
  return inputRequired.elicit({ message, requestedSchema });
}

function sampling(text: string) {
  const messages = [{ role: 'user' as const, content: { type: 'text' as const, text } }];
  return inputRequired.createMessage({ messages, maxTokens: 100 });
}

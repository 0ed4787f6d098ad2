import { type AgentMessage, type AgentMessages, partsOf } from '../../../clients/facts/agent.ts';
import { agentMessages } from '../agents.ts';
import { messagesIn } from '../json-messages.ts';
import { errorMark } from '../plan.ts';

/**
 * What an agent says itself: the texts of its messages where it prints JSON as known agents do, which may hold the answers of tools as well,
 * such as the text of a rule that it has read; else all that it printed.
 */
export function answerIn(transcript: string): string {
  const [stdout = ''] = transcript.split(errorMark);
  const messages = messagesIn(stdout).map(partsOf);
  const results = messages.flatMap((message) => textsOf(message, ({ lastWord }) => lastWord));
  const said =
    results.length > 0
      ? results.slice(-1)
      : messages.flatMap((message) => textsOf(message, ({ said }) => said));
  const isKnown = (message: AgentMessage) => agentMessages.some(({ isEvent }) => isEvent?.(message) === true);
  return said.length > 0 || messages.some(isKnown) ? said.join('\n') : transcript;
}

/** The texts that known agents put at one place of a message. */
function textsOf(
  message: AgentMessage,
  placeOf: (known: AgentMessages) => ((message: AgentMessage) => unknown) | undefined,
): string[] {
  return agentMessages
    .map((known) => placeOf(known)?.(message))
    .filter((text): text is string => typeof text === 'string');
}

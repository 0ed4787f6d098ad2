import { ErrorCodes, Message, type MessageStrategy, type MessageWriter } from 'vscode-languageserver/node';

/** Lets through what the protocol allows at each time of a server's life. */
export interface Lifetime extends MessageStrategy {
  /** The editor has asked for the end. */
  isShut(): boolean;
}

/**
 * Before `initialize` every other request is refused with ServerNotInitialized, a second one and all that come after
 * `shutdown` with InvalidRequest; of notifications only `exit` counts then (Language Server Protocol 3.17, Lifecycle Messages).
 */
export function createLifetime(writer: MessageWriter): Lifetime {
  let stage: 'new' | 'running' | 'shut' = 'new';

  function refusal(method: string): { readonly code: number; readonly message: string } | null {
    if (stage === 'shut') {
      const message = `the server is shut down and answers nothing more; send "exit", not "${method}"`;
      return { code: ErrorCodes.InvalidRequest, message };
    }
    if (stage === 'new' && method !== 'initialize') {
      return { code: ErrorCodes.ServerNotInitialized, message: `send "initialize" before "${method}"` };
    }
    if (stage === 'running' && method === 'initialize') {
      return { code: ErrorCodes.InvalidRequest, message: 'the server is initialized already' };
    }
    return null;
  }

  return {
    isShut: () => stage === 'shut',
    handleMessage(message, next) {
      if (Message.isRequest(message)) {
        const { id, method } = message;
        const error = refusal(method);
        if (error !== null) return writer.write({ jsonrpc: '2.0', id, error } as Message);
        if (method === 'initialize') stage = 'running';
        if (method === 'shutdown') stage = 'shut';
      } else if (Message.isNotification(message)) {
        const isAllowed = stage === 'running' || message.method === 'exit';
        if (!isAllowed) return;
      }
      return next(message);
    },
  };
}

import { forTerminal } from '../model/for-terminal.ts';

export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

export type Logger = Readonly<Record<LogLevel, (message: string) => void>>;

/**
 * A logger that writes one line per message, `precept <level>: <text>`, and drops what is finer than `level`.
 * Line breaks inside a message are folded, so that a log line cannot be forged by what it quotes.
 */
export function createLogger(level: LogLevel, write: (line: string) => void): Logger {
  const wanted = logLevels.indexOf(level);
  const at = (own: LogLevel) => {
    if (logLevels.indexOf(own) > wanted) return () => {};
    return (message: string) => {
      write(`precept ${own}: ${forTerminal(message.replace(/[\r\n]+\s*/g, ' ⏎ '))}\n`);
    };
  };
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
}

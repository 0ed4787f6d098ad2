import { forReport } from '../model/text/for-terminal.ts';

export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];
export const logFormats = ['text', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];

/** Facts about a request, which only logs in JSON name one by one. */
export type LogFields = Readonly<Record<string, string | number | null | undefined>>;

export type Logger = Readonly<Record<LogLevel, (message: string, fields?: LogFields) => void>>;

/**
 * A logger that writes one line per message, `precept <level>: <text>` or one JSON object, and drops what is finer than `level`.
 * Line breaks inside a message are folded, so that a log line cannot be forged by what it quotes.
 */
export function createLogger(
  level: LogLevel,
  write: (line: string) => void,
  format: LogFormat = 'text',
): Logger {
  const wanted = logLevels.indexOf(level);
  const at = (own: LogLevel) => {
    if (logLevels.indexOf(own) > wanted) return () => {};
    if (format === 'json')
      return (message: string, fields?: LogFields) => write(jsonLine(own, message, fields));
    return (message: string) => {
      write(`precept ${own}: ${forReport(message.replace(/[\r\n]+\s*/g, ' ⏎ '))}\n`);
    };
  };
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
}

/** One line of a log in JSON; fields without a value are left out. */
function jsonLine(level: LogLevel, message: string, fields: LogFields = {}): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  const line = { time: new Date().toISOString(), level, message, ...Object.fromEntries(given) };
  // What terminals would act on is escaped too.
  return `${JSON.stringify(line).replace(/[\u007f-\u009f\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;
}

/** A line that is written as text, `precept warn: …` for instance, as the format wants it. */
export function asFormat(format: LogFormat, line: string): string {
  if (format === 'text') return line;
  const [, level, message] = /^precept(?: (error|warn|info|debug))?: ([\s\S]*?)\n?$/.exec(line) ?? [];
  return jsonLine((level ?? 'info') as LogLevel, message ?? line.trimEnd());
}

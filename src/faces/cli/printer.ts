import type { Writable } from 'node:stream';
import { forReport, forTerminal, jsonForTerminal, withoutCommands } from '../../model/text/for-terminal.ts';

type Stream = Writable & { readonly isTTY?: boolean };

/** Writes for people: answers to stdout, everything else to stderr, colour only on terminals and without NO_COLOR. */
export interface Printer {
  /** What was asked for, as it is into pipes and files. `plain` text is not coloured. */
  answer(text: string, plain?: boolean): void;
  /** What the program says of what it did, which may quote others. `plain` text is not coloured. */
  report(text: string, plain?: boolean): void;
  /** An answer with colours of its own, whose writer has kept out what a terminal would act on. */
  coloured(text: string): void;
  /** Facts as one JSON document, for programs. */
  json(facts: object): void;
  error(message: string): void;
  note(message: string): void;
}

export function createPrinter(
  streams: { stdout: Stream; stderr: Stream },
  env: Readonly<Record<string, string | undefined>>,
): Printer {
  const colourful = (stream: Stream) => hasColours(stream, env);
  const write = (text: string, plain: boolean) => {
    const ended = text.endsWith('\n') ? text : `${text}\n`;
    streams.stdout.write(!plain && colourful(streams.stdout) ? highlight(ended) : ended);
  };
  return {
    answer: (text, plain = false) => write(streams.stdout.isTTY ? forTerminal(text) : text, plain),
    report: (text, plain = true) => write(forReport(text), plain),
    coloured: (text) => {
      streams.stdout.write(`${withoutCommands(text)}\n`);
    },
    json: (facts) => {
      streams.stdout.write(`${jsonForTerminal(facts, 2)}\n`);
    },
    error(message) {
      const label = colourful(streams.stderr) ? paint('31', 'precept:') : 'precept:';
      streams.stderr.write(`${label} ${forReport(message)}\n`);
    },
    note: (message) => {
      streams.stderr.write(`${forReport(message)}\n`);
    },
  };
}

/** Whether a stream is a terminal that colours are welcome on. */
export function hasColours(
  stream: Writable & { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  return stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
}

function highlight(markdown: string): string {
  return markdown
    .replace(/^#+ .*$/gm, (heading) => paint('1', heading))
    .replace(/\*\*MUST\*\*/g, paint('1;31', 'MUST'))
    .replace(/\*\*SHOULD\*\*/g, paint('1;33', 'SHOULD'));
}

function paint(code: string, text: string): string {
  return `\u001b[${code}m${text}\u001b[0m`;
}

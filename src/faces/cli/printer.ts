import type { Writable } from 'node:stream';
import { forTerminal } from '../../model/for-terminal.ts';

type Stream = Writable & { readonly isTTY?: boolean };

/** Writes for people: answers to stdout, everything else to stderr, colour only on terminals and without NO_COLOR. */
export interface Printer {
  /** `plain` text is not coloured. */
  answer(text: string, plain?: boolean): void;
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
  return {
    answer(text, plain = false) {
      const shown = streams.stdout.isTTY ? forTerminal(text) : text;
      const ended = shown.endsWith('\n') ? shown : `${shown}\n`;
      streams.stdout.write(!plain && colourful(streams.stdout) ? highlight(ended) : ended);
    },
    coloured: (text) => {
      streams.stdout.write(`${text}\n`);
    },
    // What a terminal may act on, or not show, has an escape in JSON.
    json: (facts) => {
      const text = JSON.stringify(facts, null, 2).replace(unseen, escaped);
      streams.stdout.write(`${text}\n`);
    },
    error(message) {
      const label = colourful(streams.stderr) ? paint('31', 'precept:') : 'precept:';
      streams.stderr.write(`${label} ${forTerminal(message)}\n`);
    },
    note: (message) => {
      streams.stderr.write(`${forTerminal(message)}\n`);
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

/** What JSON.stringify leaves as it is: other control characters, and those that have no picture. */
const unseen = /[\x7f-\x9f\p{Cf}]/gu;

function escaped(sign: string): string {
  return sign.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
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

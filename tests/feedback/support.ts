import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FeedbackEntry } from '../../src/feedback/entry.ts';
import { answerTo, shakeHands, toolCall } from '../mcp/wire.ts';
import { tempFolder } from '../support/folder.ts';
import { type RunningProgram, type StartOptions, startProgram } from '../support/program.ts';

/** A report of each type that is right in every field. */
export const disputed = {
  type: 'contradictory_rules',
  task: 'Add an endpoint',
  rules: [
    { category: 'api', rule: 'Answer in JSON' },
    { category: 'api.errors', rule: 'Answer in XML' },
  ],
} as const;
export const missed = {
  type: 'missed_categories',
  task: 'Add an endpoint',
  categories: ['api.errors'],
  reason: 'Its trigger names pages only',
} as const;

/** A path for a log that is not there yet, in a folder that is not either. */
export async function newLog(): Promise<string> {
  return path.join(await tempFolder(), 'a', 'b', 'feedback.jsonl');
}

/** Every entry of a log; throws for a line that is none, except for lines that `torn` accepts. */
export async function readLog(
  file: string,
  torn: (line: string) => boolean = () => false,
): Promise<FeedbackEntry[]> {
  const text = await readFile(file, 'utf8');
  if (text !== '' && !text.endsWith('\n')) throw new Error(`the log ends within a line: ${text.slice(-100)}`);
  return text
    .split('\n')
    .slice(0, -1)
    .filter((line) => !torn(line))
    .map((line) => JSON.parse(line) as FeedbackEntry);
}

/** The program as an agent host runs it, ready for tool calls. */
export async function startAgentServer(options: StartOptions): Promise<RunningProgram> {
  const program = await startProgram([], options);
  await shakeHands(program);
  return program;
}

export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** Calls `submit_feedback`; rejects when the program ends first. */
export async function submit(program: RunningProgram, id: string, args: object): Promise<ToolAnswer> {
  program.stdin.write(`${JSON.stringify(toolCall(id, 'submit_feedback', args))}\n`);
  const { result } = await answerTo(program, id);
  const [item] = (result?.content ?? []) as readonly { readonly text?: string }[];
  return { text: item?.text ?? '', isError: result?.isError === true };
}

/** Waits until `ready` gives true, looking every 20 ms; fails after `seconds`. */
export async function until(
  ready: () => boolean | Promise<boolean>,
  what: string,
  seconds = 150,
): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await ready())) {
    if (Date.now() > end) throw new Error(`not within ${seconds} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

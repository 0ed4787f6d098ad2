import { randomUUID } from 'node:crypto';
import { readLines } from '../runtime/files/read-lines.ts';
import type { Logger } from '../runtime/log.ts';
import { createForwarder, type ForwarderOptions } from '../spool/forwarder.ts';
import { createLineLog } from '../spool/line-log.ts';
import { openLog } from '../spool/open-log.ts';
import { parseUsageText, toUsageText, type UsageLine } from './usage-line.ts';
import { linesOf, type UsageBatch } from './usage-lines.ts';
import { usageParcels } from './usage-parcels.ts';

export interface AppendOptions {
  /** They may wait in a log here for a store that does not answer; false unless given. */
  readonly mayWait?: boolean;
  /** When they were counted: ISO 8601, UTC; now unless given. */
  readonly timestamp?: string | undefined;
}

/** Where counts are kept, and from there sent on where another server is named. */
export interface UsageLog {
  /** Settles when the counts are on disk; those that came with the same key before are not stored again. */
  append(batch: UsageBatch, key?: string, options?: AppendOptions): Promise<void>;
  /** All lines, oldest first; lines that are none are passed over. */
  lines(): AsyncGenerator<UsageLine>;
  /** Starts forwarding what earlier runs left behind. */
  resume(): void;
  /** Sends on what waits, now; settles when that is done, fails, or takes as long as a request may. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export interface UsageLogOptions {
  readonly path: string;
  /** The folder inside of which no link is followed. */
  readonly within: string | null;
  readonly log: Logger;
  /** Null keeps the counts here. */
  readonly forward: Pick<ForwarderOptions, 'url' | 'retrySeconds' | 'timeoutSeconds' | 'post'> | null;
}

export function createUsageLog({ path, within, log, forward }: UsageLogOptions): UsageLog {
  const file = createLineLog<UsageLine>(path, within, { toLine: toUsageText, parse: parseUsageText });
  // A hook counts without asking who sends. What was counted here while nobody did has no id.
  const spool = { what: 'usage', parcelsOf: usageParcels, keepRefused: false, sendsEarlier: true };
  const forwarder = forward === null ? null : createForwarder({ path, within, log, ...spool, ...forward });
  return {
    async append(batch, key, { timestamp = new Date().toISOString() } = {}) {
      const idOf = (index: number) =>
        key === undefined ? (forwarder === null ? undefined : randomUUID()) : `${key}${index || ''}`;
      for (const line of linesOf(batch, timestamp, idOf))
        await file.append(line, { once: key !== undefined });
      forwarder?.wake();
    },
    lines: () => readUsage(path, within),
    resume: () => forwarder?.wake(),
    settle: async () => forwarder?.flush(),
    close: async () => forwarder?.close(),
  };
}

async function* readUsage(path: string, within: string | null): AsyncGenerator<UsageLine> {
  const file = await openLog(path, within);
  if (file === null) return;
  try {
    for await (const { text } of readLines(file)) {
      const line = text === null ? null : parseUsageText(text);
      if (line !== null) yield line;
    }
  } finally {
    await file.close();
  }
}

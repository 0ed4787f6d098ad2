import type { FileHandle } from 'node:fs/promises';
import type { ForwardFile } from './forward-state.ts';

/** The right of one process to send what waits in a log, and how far it has come. */
export interface ForwardClaim {
  /** Where the entries begin that have not been sent, in bytes. */
  readonly offset: number;
  /** Tells the other processes to leave the log alone; to be called before each entry that is sent. */
  hold(): Promise<void>;
  /** Goes on behind an entry that needs no sending. */
  pass(next: number): void;
  /** Goes on behind an entry that was sent. False, and nothing is claimed any more, where another process took over. */
  advance(next: number): Promise<boolean>;
  /** Stores how far this process has come, and lets others go on. */
  release(): Promise<void>;
}

/** Claims a log, or null while another process sends. Unless it is renewed, a claim is good for `holdMilliseconds`. */
export async function claimLog(
  stateFile: ForwardFile,
  log: FileHandle,
  own: string,
  holdMilliseconds: number,
): Promise<ForwardClaim | null> {
  const state = await stateFile.read(log);
  if (state.holder !== null && state.holder !== own && state.until > Date.now()) return null;
  let { offset } = state;
  let held = false;
  const save = (holder: string | null) => {
    held = holder !== null;
    return stateFile.write(log, { offset, holder, until: held ? Date.now() + holdMilliseconds : 0 });
  };
  return {
    get offset() {
      return offset;
    },
    hold: async () => {
      if (!held) await save(own);
    },
    pass(next) {
      offset = next;
    },
    async advance(next) {
      // Of two that started in the same moment, the one that wrote its name last goes on.
      if ((await stateFile.read(log)).holder !== own) {
        offset = state.offset;
        held = false;
        return false;
      }
      offset = next;
      await save(own);
      return true;
    },
    release: async () => {
      if (held || offset !== state.offset) await save(null);
    },
  };
}

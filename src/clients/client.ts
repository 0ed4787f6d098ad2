import type { ExportTarget } from '../model/names/export-targets.ts';
import type { AgentKind } from './facts/agent.ts';
import type { ClientSources } from './facts/source.ts';
import type { Target } from './facts/target.ts';

/** Everything that is known of one coding client: its files, their keys, its limits, and what it reads. */
export interface Client {
  /** As people call it. */
  readonly name: string;
  /** What it calls itself in MCP's `clientInfo`, the usual name first; none where it is no client of MCP. */
  readonly saysItIs: readonly string[];
  /** Where it keeps its MCP servers; null where Precept sets none up. */
  readonly servers: ClientServers | null;
  /** Where it keeps its hooks; null where its hooks can give an agent nothing to read. */
  readonly hooks: ClientHooks | null;
  /** The file of instructions that a pointer to the tools goes into; null where it reads none. */
  readonly pointer: string | null;
  /** The targets of an export that it reads. */
  readonly reads: readonly ExportTarget[];
  /** Files and folders of a project that show that people use it there. */
  readonly signs?: readonly string[];
  /** What it takes of the files of instructions. */
  readonly limits?: ClientLimits;
  /** The targets of an export whose files are its own. */
  readonly targets?: Readonly<Partial<Record<ExportTarget, Target>>>;
  /** Its own files of instructions, besides the shared one. */
  readonly instructions?: readonly string[];
  /** Its own files beside or above which it reads no shared one, unless they take that in by its name. */
  readonly keepFromShared?: readonly string[];
  /** Files of instructions of which it reads the first alone. */
  readonly readsFirstOf?: readonly string[];
  /** What an import reads of it. */
  readonly sources?: ClientSources;
  /** How an evaluation runs it; left out where it does not run without a person. */
  readonly agent?: AgentKind;
}

/** A file with MCP servers, and how the client wants one written. */
export interface ClientServers {
  /** The project's own file, below its folder, with forward slashes. */
  readonly projectFile: string;
  /** The files of a person, below the home folder. */
  readonly homeFiles: readonly string[];
  /** Files of a project that people take for its own, and that it reads no servers from. */
  readonly mistakenFor?: readonly string[];
  /** `jsonc` takes comments and trailing commas; a file of `json` that has them is broken for its client. */
  readonly format: 'json' | 'jsonc' | 'toml';
  /** The key of the mapping from names to servers. */
  readonly key: string;
  /** What an entry holds besides what it starts. */
  readonly extra: Readonly<Record<string, string>>;
  /** Whether `command` is the list of all words, instead of a program beside its `args`. */
  readonly isOneList?: true;
  /** Whether it starts programs on Windows without a shell, which finds no npx: that is a script there. */
  readonly needsCmd: boolean;
  /** The `type` that an entry with an address needs, since one without is taken for a command. */
  readonly addressType?: string;
  /** Variables in an entry that the client puts values in for; it leaves others as they are. */
  readonly variables?: RegExp;
  /** What its user has to do once the file is written. */
  readonly nextStep: string;
}

/** A file with hooks, and the events at which `precept hook` has something to say. */
export interface ClientHooks {
  /** The project's file that Precept writes. */
  readonly projectFile: string;
  /** All files of the project that hooks may be in; `*` in a name stands for any characters. */
  readonly projectFiles: readonly string[];
  /** The files of a person, below the home folder, in the same form. */
  readonly homeFiles: readonly string[];
  /** `nested`: each entry has a list of handlers; `flat`: an entry is a handler. */
  readonly shape: 'nested' | 'flat';
  /** Whether it takes the names of events in any letter case. */
  readonly takesAnyCase?: true;
  /** What the file needs beside its hooks. */
  readonly head: Readonly<Record<string, number>>;
  /** What a handler holds besides its command. */
  readonly extra: Readonly<Record<string, string>>;
  /** The key of the time that a handler gets, and how many of its units a second has. */
  readonly timeout: { readonly key: 'timeout' | 'timeoutSec'; readonly second: 1 | 1000 };
  readonly events: readonly ClientEvent[];
  /** The clients whose files of hooks in the project it runs as well, by their ids, and where its user turns that off. */
  readonly alsoRuns: readonly AlsoRun[];
  /** What to look at where a hook is set up and never fired. */
  readonly neverFired: string;
  /** Where the client keeps what its user has allowed. */
  readonly trust?: HookTrust;
}

/** An event at which a hook of ours is to run. */
export interface ClientEvent {
  readonly name: string;
  /** The tools that it is about; left out for an event without tools. */
  readonly matcher?: string;
  /** Seconds that the hook has. An edit waits for it; a session starts once. */
  readonly seconds: number;
}

export interface AlsoRun {
  readonly client: string;
  readonly cure: string;
}

/** How a client notes what its user has allowed, in a file of TOML below the home folder. */
export interface HookTrust {
  readonly file: string;
  /** The variable that names another folder for that file. */
  readonly folderVariable: string;
  /** The events of the client as its note spells them. */
  readonly eventName: (event: string) => string;
}

export interface ClientLimits {
  /** Bytes of one file that it reads; it passes a larger one over. */
  readonly fileBytes?: number;
  /** Characters of one file that it reads. */
  readonly fileCharacters?: number;
  /** Bytes of all files together that it reads from the root down to where it works. */
  readonly chainBytes?: number;
  /** Characters of a file that its code review reads. */
  readonly reviewCharacters?: number;
  /** Lines of a file that it advises to stay below. */
  readonly advisedLines?: number;
  /** Patterns that a file may name. */
  readonly patterns?: number;
}

/** Seconds for a hook that an edit waits for, and for one at the start of a session. */
export const hookSeconds = { edit: 5, start: 30 } as const;

/** What hooks need of a scope: the rules that belong to files, and what a session begins with. */
export interface CompiledScope {
  readonly scope: string;
  /** The setting hook_max_tokens. */
  readonly maxTokens: number;
  /** Where it is counted whom guidance reaches; null where that is not wanted. */
  readonly reach: ReachPlace | null;
  /** The setting cache_dir, where hooks keep what sessions were shown; null for the folder of the platform. */
  readonly cacheDir: string | null;
  /** The plugins that gave nothing, since they could not be imported. */
  readonly unloaded: readonly UnloadedPlugin[];
  readonly start: { readonly characters: StartText; readonly bytes: StartText };
  /** Sorted by category. */
  readonly categories: readonly CompiledCategory[];
}

/** A plugin whose module could not be imported. What it would have given is in no text that is stable. */
export interface UnloadedPlugin {
  /** As the setting enabled_plugins names it. */
  readonly entry: string;
  /** What relative paths and packages are looked up from. */
  readonly folder: string;
  readonly reason: string;
}

/** The file of counts, and the folder inside of which no link is followed. */
export interface ReachPlace {
  readonly path: string;
  readonly within: string | null;
}

export interface CompiledCategory {
  readonly name: string;
  /** What tells it from others in the state of a session. */
  readonly key: string;
  /** The globs of the category itself. */
  readonly paths: readonly string[];
  readonly rules: readonly CompiledRule[];
  /** Its texts stay while the files do. Others are made anew each time. */
  readonly isStable: boolean;
}

export interface CompiledRule {
  /** Stays while the rule does, whatever becomes of its words; within its category. */
  readonly key: string;
  /** Changes with what is shown of it. */
  readonly digest: string;
  readonly isMust: boolean;
  /** The bullet of Markdown, with details and waivers. */
  readonly text: string;
  /** The globs of its checks, by which it is shown alone. */
  readonly paths: readonly string[];
}

/** What is said when a session or a subagent begins, and the rules that it shows whole. */
export interface StartText {
  readonly text: string;
  readonly digest: string;
  readonly shown: readonly ShownRule[];
  readonly isStable: boolean;
}

/** A rule as the state of a session remembers it. */
export interface ShownRule {
  readonly category: string;
  readonly key: string;
  readonly digest: string;
}

/** What tells one state of files from another: each path with its stamp. */
export type Stamps = readonly (readonly [path: string, stamp: string])[];

/** What a compiled scope holds for: these files as they are, and until then, in milliseconds since 1970. */
export interface Validity {
  readonly stamps: Stamps;
  readonly expires: number | null;
}

/** What decides which scope a hook asks for, and with which settings. */
export interface ScopeRequest {
  /** The scope asked for; the setting default_scope where it is left out. */
  readonly scope: string | undefined;
  /** Flags of settings, as they were typed. */
  readonly settings: readonly string[];
  readonly project: string;
  readonly cwd: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A scope as it is now, with what that holds for; null where nothing tells when it changes. */
export interface FreshScope {
  readonly compiled: CompiledScope;
  readonly validity: Validity | null;
}

import type { Origin } from '../../model/origin.ts';
import type { KataFiles } from './kata-file.ts';

/** A named procedure: Markdown, or a flowchart's YAML behind the line `#!fcyaml`. */
export interface Kata {
  readonly name: string;
  readonly when: string | null;
  /** Globs of the files it is about. */
  readonly paths: readonly string[];
  readonly procedure: string;
  /** What it brings along: scripts, templates, references. */
  readonly files: KataFiles;
  readonly origin: Origin;
}

export interface KataCategory {
  readonly when: string | null;
  /** Globs of the files it is about. */
  readonly paths: readonly string[];
  /** Categories to look at besides. */
  readonly see: readonly string[];
  /** Whether it belongs to every change; null where the author does not say. */
  readonly always: boolean | null;
  /** By name, in order. */
  readonly katas: ReadonlyMap<string, Kata>;
}

export type KataCategories = ReadonlyMap<string, KataCategory>;

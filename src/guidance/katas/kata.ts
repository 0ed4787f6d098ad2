import type { Origin } from '../../model/origin.ts';

/** A named procedure: Markdown, or a flowchart's YAML behind the line `#!fcyaml`. */
export interface Kata {
  readonly name: string;
  readonly when: string | null;
  readonly procedure: string;
  readonly origin: Origin;
}

export interface KataCategory {
  readonly when: string | null;
  /** By name, in order. */
  readonly katas: ReadonlyMap<string, Kata>;
}

export type KataCategories = ReadonlyMap<string, KataCategory>;

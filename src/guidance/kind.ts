import type { ObjectEntries } from 'valibot';
import type { AuthoredText } from '../content/authored.ts';
import type { YamlFile } from '../content/yaml-file.ts';
import type { Origin } from '../model/origin.ts';
import type { Problem } from '../model/problem.ts';
import type { Merging } from '../resolve/merging.ts';
import type { EditorSchema } from './editor-schema.ts';
import type { Wire } from './wire.ts';

/**
 * A kind of guidance: all that the program has to know of it. `Own` is what one scope's file says, `Merged` what is left of
 * it once scopes and servers are merged. What only some commands use is loaded when it is first asked for.
 */
export interface GuidanceKind<Own extends Merged, Merged> {
  /** The file that holds it in a scope's folder, without `.yml`. */
  readonly file: string;
  readonly merging: Merging<Own, Merged>;
  /** What an answer or a master's bundle holds, for whoever needs every piece of it. */
  groups(content: Merged): Iterable<Group>;
  /** What of `parent` its child does not have, because something nearer stands in its place. */
  replaced(family: Family<Merged>): readonly Replaced[];
  /** What tells of a replaced piece whether a scope has it all the same, by another way. */
  kept(content: Merged): (piece: Replaced) => boolean;
  /** Its keys in a bundle, as the API's documentation shows them. */
  readonly shape: ObjectEntries;
  loadReader(): Promise<KindReader<Own>>;
  loadWire(): Promise<Wire<Merged>>;
  /** The text of its file in a new project. */
  loadStarter(): Promise<string>;
}

/** Reads the file of a kind. */
export interface KindReader<Own> {
  /** What the file of a scope says. Problems hold every mistake, with places. */
  read(file: YamlFile, scope: string): { readonly content: Own; readonly problems: readonly Problem[] };
  /** Every text of the file with its place; what is wrong in it is passed over. */
  outline(file: YamlFile): readonly AuthoredGroup[];
  readonly editorSchema: EditorSchema;
}

/** Pieces of guidance under one heading, as their author wrote them. */
export interface AuthoredGroup {
  /** Null for what has no categories. */
  readonly category: { readonly name: string; readonly key: AuthoredText } | null;
  /** Whether it is written with `+`. */
  readonly append: boolean;
  readonly when: AuthoredText | null;
  readonly paths: readonly AuthoredText[];
  readonly see: readonly AuthoredText[];
  readonly pieces: readonly AuthoredPiece[];
}

export interface AuthoredPiece {
  /** What its origin points to: its name, or the text itself. */
  readonly at: AuthoredText;
  /** Every text that answers can hold. */
  readonly texts: readonly AuthoredText[];
  readonly paths: readonly AuthoredText[];
  /** The one of them that may be a flowchart. */
  readonly procedure: AuthoredText | null;
}

/** Pieces of guidance under one heading. */
export interface Group {
  /** Null for what has no categories. */
  readonly category: string | null;
  readonly when: string | null;
  /** Each keeps its identity when scopes are merged. */
  readonly pieces: readonly Piece[];
}

export interface Piece {
  readonly origin: Origin;
}

/** A resolved scope's content of one kind. */
export interface ScopeContent<Merged> {
  readonly scope: string;
  readonly content: Merged;
}

export interface Family<Merged> {
  readonly child: ScopeContent<Merged>;
  readonly parent: ScopeContent<Merged>;
  /** All parents of the child, the one in question among them. */
  readonly parents: readonly ScopeContent<Merged>[];
}

/** Guidance of an ancestor that a nearer scope replaced. */
export interface Replaced {
  /** What it is, in one word: `kata`. */
  readonly kind: string;
  /** Empty for what has no categories. */
  readonly category: string;
  /** The text as written, or the name of what was replaced. */
  readonly text: string;
  readonly origin: Origin;
  /** The scope whose content stands in its place. */
  readonly by: string;
}

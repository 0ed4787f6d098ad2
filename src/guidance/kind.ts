import type { ObjectEntries } from 'valibot';
import type { AuthoredText } from '../content/authored.ts';
import type { YamlFile } from '../content/yaml-file.ts';
import type { Origin } from '../model/origin.ts';
import type { Fix, Problem } from '../model/problems/problem.ts';
import type { Merging } from '../resolve/merging.ts';
import type { Part } from './part.ts';
import type { EditorSchema } from './read/editor-schema.ts';
import type { Wire } from './wire/wire.ts';

/**
 * A kind of guidance: all that the program has to know of it. `Own` is what one scope's file says, `Merged` what is left of
 * it once scopes and servers are merged. What only some commands use is loaded when it is first asked for.
 */
export interface GuidanceKind<Own extends Merged, Merged, One extends Piece> {
  /** The file that holds it in a scope's folder, without `.yml`. */
  readonly file: string;
  /** What a piece of it is called where people read of it: `MUST`, `kata`. */
  readonly noun: string;
  readonly merging: Merging<Own, Merged>;
  /** What an answer or a master's bundle holds, for whoever needs every piece of it. */
  groups(content: Merged): Iterable<Group>;
  /** What stands where: pieces of one slot give way to each other, or add up. */
  slots(content: Merged): Iterable<Slot<One>>;
  /** Of pieces of one slot with the same text the first stands for all; otherwise what is laid over others replaces them. */
  readonly addsUp: boolean;
  /** What a piece says, as written. */
  textOf(piece: One): string;
  /** What it can be named by, wherever it stands. */
  idOf(piece: One): string;
  /** Its keys in a bundle, as the API's documentation shows them. */
  readonly shape: ObjectEntries;
  loadReader(): Promise<KindReader<Own>>;
  /** What takes merged content apart, to compare it with other content piece by piece. */
  loadParts(): Promise<(content: Merged) => Iterable<Part>>;
  loadWire(): Promise<Wire<Merged>>;
  /** The text of its file in a new project. */
  loadStarter(): Promise<string>;
}

/** Reads the file of a kind. */
export interface KindReader<Own> {
  /** What the file of a scope says, as work that can pause. Problems hold every mistake, with places. */
  reading(
    file: YamlFile,
    scope: string,
  ): Generator<
    void,
    {
      readonly content: Own;
      readonly problems: readonly Problem[];
      /** What takes long to find out, as work that can pause; each gives more problems. */
      readonly checks?: readonly (() => Generator<void, readonly Problem[]>)[];
      /** Ids that its pieces take, which no other piece of the scope may have. */
      readonly ids?: readonly ClaimedId[];
    }
  >;
  /** Every text of the file with its place; what is wrong in it is passed over. */
  outline(file: YamlFile): readonly AuthoredGroup[];
  readonly editorSchema: EditorSchema;
}

/** An id that an author gave a piece. */
export interface ClaimedId {
  readonly id: string;
  /** Where, as `file:line`. */
  readonly at: string;
  /** What is wrong where the piece at `earlier` has it already. */
  taken(earlier: string): Problem;
}

/** Pieces of guidance under one heading, as their author wrote them. */
export interface AuthoredGroup {
  /** Null for what has no categories. */
  readonly category: { readonly name: string; readonly key: AuthoredText } | null;
  /** Whether it is written with `+`. */
  readonly append: boolean;
  /** Takes its `+` away; not there where the `+` is that of other categories as well. */
  readonly withoutPlus?: Fix;
  readonly when: AuthoredText | null;
  readonly paths: readonly AuthoredText[];
  readonly see: readonly AuthoredText[];
  readonly pieces: readonly AuthoredPiece[];
}

export interface AuthoredPiece {
  /** What its origin points to: its name, or the text itself. */
  readonly at: AuthoredText;
  /** Every text that answers can hold and that may hold templates. */
  readonly texts: readonly AuthoredText[];
  /** The texts that answers show as they are written. */
  readonly literal?: readonly AuthoredText[];
  readonly paths: readonly AuthoredText[];
  /** The one of them that may be a flowchart. */
  readonly procedure: AuthoredText | null;
  /** The tests that its checks name. */
  readonly tests?: readonly AuthoredText[];
  /** What a rule says of itself; there only where it is a record. */
  readonly record?: AuthoredRecord;
}

/** What a rule says of itself, as far as there is more to do with it than to show it. */
export interface AuthoredRecord {
  readonly id: AuthoredText | null;
  readonly why: AuthoredText | null;
  readonly status: AuthoredText | null;
  readonly owner: string | null;
  readonly reviewBy: AuthoredText | null;
  /** The globs of its checks. */
  readonly checkPaths: readonly AuthoredText[];
  /** The regular expressions of its checks. */
  readonly patterns: readonly AuthoredText[];
  /** Whether it is its text alone. */
  readonly isBare: boolean;
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
  /** What its author calls it, where it has such a name. */
  readonly id?: string;
  readonly origin: Origin;
  /** The piece as its own file has it, where merging made another one of it. */
  readonly itself?: Piece;
}

/** The rules of a category, one kata, or one story. */
export interface Slot<One extends Piece = Piece> {
  /** Tells it from the others of its kind. */
  readonly key: string;
  /** Null for what has no categories. */
  readonly category: string | null;
  /** Null for rules. */
  readonly name: string | null;
  readonly pieces: readonly One[];
  /** What is written there and not served, with why. */
  readonly unserved?: readonly (One & { readonly status: 'draft' | 'retired' })[];
  /** Where its heading is written, as far as that is known. */
  readonly at?: Origin;
}

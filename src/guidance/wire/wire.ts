import type * as v from 'valibot';
import type { Origin } from '../../model/origin.ts';
import type { Waiver } from '../waivers/waiver.ts';

/** How the content of a kind travels between servers. */
export interface Wire<Merged> {
  /** Its keys in a bundle with their schemas, as a master must give them. */
  readonly entries: v.ObjectEntries;
  /** What checked values of these keys say: without hidden characters, every origin led back to the master. */
  read(values: object, tools: WireReader): Merged;
  /** The values of these keys, for another server to merge. */
  write(content: Merged): object;
  readonly plain: PlainWire;
}

/** Reads the kind from the plain endpoints of a master that has no bundles. */
export interface PlainWire {
  /** What is asked for first, of all kinds at once: addresses below /api/v1/scopes/<scope>. */
  readonly lists: readonly PlainAddress[];
  /** The values of the kind's keys in a bundle, from the answers to `lists`, in their order. */
  read(answers: readonly unknown[], tools: PlainReader): Promise<object>;
}

export interface PlainAddress {
  readonly path: string;
  /** Masters that do not offer it count as having none. */
  readonly isOptional: boolean;
}

/** What turns values that a master gave into content. Masters are not trusted. */
export interface WireReader {
  /** A text without hidden characters. */
  clean(text: string): string;
  /** The same; null for a blank text. */
  cleanOrNull(text: string | null): string | null;
  /** Where something is written, led back to the master. */
  origin(told: Origin): Origin;
  /** Who wrote something, led back to the master. */
  author(told: Pick<Origin, 'server' | 'scope'>): Pick<Origin, 'server' | 'scope'>;
  /** Entries by their cleaned keys; one whose key holds nothing else is dropped with what it names. */
  byName<From, To>(
    entries: readonly [string, From][],
    convert: (value: From, name: string) => To,
  ): ReadonlyMap<string, To>;
  /** The master's waivers, by the ids of its rules. */
  readonly waivers: ReadonlyMap<string, readonly Waiver[]>;
  /** Whether an id is free in the master's answer, which it is not any more then. */
  takeId(id: string): boolean;
  /** Gives up on the master's answer. */
  refuse(reason: string): never;
}

export interface PlainReader {
  /** A place in a file of the scope, given by its name without `.yml`: plain endpoints tell of no lines. */
  origin(file: string): Origin;
  /** One more address, as JSON; null where the master does not have it. */
  read(path: string): Promise<unknown>;
  /** Data of a checked shape; `what` names it where it is wrong. */
  check<Schema extends v.GenericSchema>(schema: Schema, data: unknown, what: string): v.InferOutput<Schema>;
}

/** A wire whose `read` gets just what its entries let through. */
export function defineWire<Merged, const Entries extends v.ObjectEntries>(wire: {
  readonly entries: Entries;
  read(values: v.InferOutput<v.ObjectSchema<Entries, undefined>>, tools: WireReader): Merged;
  write(content: Merged): v.InferInput<v.ObjectSchema<Entries, undefined>>;
  readonly plain: {
    readonly lists: PlainWire['lists'];
    read(
      answers: readonly unknown[],
      tools: PlainReader,
    ): Promise<v.InferInput<v.ObjectSchema<Entries, undefined>>>;
  };
}): Wire<Merged> {
  return wire as Wire<Merged>;
}

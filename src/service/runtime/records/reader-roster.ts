/** Readers by key, with what is remembered of each scope that they asked for. */
export interface Roster<About, Held> {
  /** The reader with this key, now the one seen last; `about` is of one that is new. */
  see(key: string, sender: string | null, about: About): Listed<About, Held>;
  /** Remembers something of a scope of a reader. */
  hold(reader: Listed<About, Held>, scope: string, held: Held): void;
  /** Those seen since a moment, the least recently seen first; the others are forgotten. */
  since(moment: number): Iterable<Listed<About, Held>>;
}

export interface Listed<About, Held> {
  readonly key: string;
  readonly about: About;
  /** Milliseconds of the epoch. */
  readonly seen: number;
  readonly scopes: ReadonlyMap<string, Held>;
}

interface Entry<About, Held> extends Listed<About, Held> {
  readonly owner: Owner<About, Held>;
  seen: number;
  readonly scopes: Map<string, Held>;
}

/** A sender, with the readers that it was the first to name. Those that came once go before those that came again. */
interface Owner<About, Held> {
  readonly sender: string | null;
  readonly once: Map<string, Entry<About, Held>>;
  readonly again: Map<string, Entry<About, Held>>;
  scopes: number;
}

const maxReaders = 10_000;
/** Readers that one sender may have named. */
const maxOfSender = 1000;
/** Scopes that are remembered of one reader, the latest, and of all together. */
const maxScopes = 500;
const maxAllScopes = 50_000;

export interface RosterOptions<About, Held> {
  readonly now: () => number;
  /** Hears of a reader for which there is no room any more. */
  readonly onCrowdedOut?: (reader: Listed<About, Held>) => void;
}

/**
 * A list of readers that no sender can fill: each has a share, and where there is no room for all, whoever has named the most
 * loses one. A sender that is not known (null) has all the room there is.
 */
export function createRoster<About, Held>({
  now,
  onCrowdedOut = () => {},
}: RosterOptions<About, Held>): Roster<About, Held> {
  // The least recently seen first.
  const entries = new Map<string, Entry<About, Held>>();
  const owners = new Map<string | null, Owner<About, Held>>();
  let allScopes = 0;

  function ownerOf(sender: string | null): Owner<About, Held> {
    const owner = owners.get(sender) ?? { sender, once: new Map(), again: new Map(), scopes: 0 };
    owners.set(sender, owner);
    return owner;
  }

  function remove({ key, owner, scopes }: Entry<About, Held>): void {
    entries.delete(key);
    owner.once.delete(key);
    owner.again.delete(key);
    owner.scopes -= scopes.size;
    allScopes -= scopes.size;
    if (sizeOf(owner) === 0) owners.delete(owner.sender);
  }

  function crowdOut({ once, again }: Owner<About, Held>): void {
    // The last that came once is the one that wants in: others will make room for it soon enough.
    const [entry] = once.size > 1 || again.size === 0 ? once.values() : again.values();
    if (entry === undefined) return;
    remove(entry);
    onCrowdedOut(entry);
  }

  /** The owner with the most of something. */
  function largest(size: (owner: Owner<About, Held>) => number): Owner<About, Held> {
    return [...owners.values()].reduce((most, owner) => (size(owner) > size(most) ? owner : most));
  }

  return {
    see(key, sender, about) {
      const known = entries.get(key);
      const owner = known?.owner ?? ownerOf(sender);
      const entry = known ?? { key, about, owner, seen: 0, scopes: new Map() };
      entry.seen = now();
      entries.delete(key);
      entries.set(key, entry);
      owner.once.delete(key);
      owner.again.delete(key);
      (known === undefined ? owner.once : owner.again).set(key, entry);
      if (owner.sender !== null && sizeOf(owner) > maxOfSender) crowdOut(owner);
      else if (entries.size > maxReaders) crowdOut(largest(sizeOf));
      return entry;
    },
    hold({ key }, scope, held) {
      const entry = entries.get(key);
      if (entry === undefined) return;
      const { scopes, owner } = entry;
      const before = scopes.size;
      scopes.delete(scope);
      scopes.set(scope, held);
      const [first] = scopes.size > maxScopes ? scopes.keys() : [];
      if (first !== undefined) scopes.delete(first);
      owner.scopes += scopes.size - before;
      allScopes += scopes.size - before;
      if (allScopes > maxAllScopes) crowdOut(largest((one) => one.scopes));
    },
    since(moment) {
      for (const entry of entries.values()) {
        if (entry.seen >= moment) break;
        remove(entry);
      }
      return entries.values();
    },
  };
}

function sizeOf({
  once,
  again,
}: {
  once: ReadonlyMap<string, unknown>;
  again: ReadonlyMap<string, unknown>;
}) {
  return once.size + again.size;
}

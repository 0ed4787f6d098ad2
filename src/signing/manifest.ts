import * as v from 'valibot';
import { entriesSchema } from '../model/entries-schema.ts';
import { maxListedScopes, scopeNamePattern } from '../model/names/scope-name.ts';
import { type Envelope, payloadOf, toEnvelope } from './envelope.ts';

/** The type of what is signed, and what `ssh-keygen -Y sign -n` must be given. */
export const manifestType = 'application/vnd.precept.manifest+json';
export const sshNamespace = 'precept';

export interface ManifestEntry {
  /** Relative to the manifest, below it. */
  readonly path: string;
  /** Of the bundle's bytes, in hexadecimal digits. */
  readonly sha256: string;
  readonly size: number;
}

/** What a publisher has: one bundle for each scope. */
export interface Manifest {
  readonly format: 1;
  /** Never lower than the one before. */
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly issued_at: string;
  /** ISO 8601, UTC: not good any more after that; null for never. */
  readonly expires_at: string | null;
  readonly scopes: Readonly<Record<string, ManifestEntry>>;
}

const time = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'it is not a time'),
);

const entryShape = v.object({
  path: v.pipe(v.string(), v.maxLength(1000)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

export const manifestShape = v.object({
  format: v.literal(1),
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  issued_at: time,
  expires_at: v.optional(v.nullable(time), null),
  scopes: entriesSchema(entryShape, /^/, maxListedScopes),
});

/** A manifest's text as it was found, with the envelope around it where there is one. */
export interface ReadManifest {
  readonly manifest: Manifest;
  readonly envelope: Envelope | null;
}

/**
 * The manifest that a text is, or that an envelope in it holds. In place of one that cannot be used, why: `whyNot` says of each text what
 * speaks against parsing it.
 */
export function readManifest(
  text: string,
  whyNot: (text: string) => string | null = () => null,
): ReadManifest | string {
  const refused = whyNot(text);
  if (refused !== null) return refused;
  const data = parse(text);
  if (data === undefined) return 'its manifest is not valid JSON';
  const envelope = toEnvelope(data);
  if (envelope !== null && envelope.payloadType !== manifestType)
    return `its manifest is in an envelope of another type, ${envelope.payloadType.slice(0, 100)}`;
  const payload = envelope === null ? null : payloadOf(envelope).toString('utf8');
  const refusedPayload = payload === null ? null : whyNot(payload);
  if (refusedPayload !== null) return refusedPayload;
  const result = v.safeParse(manifestShape, payload === null ? data : parse(payload), { abortEarly: true });
  if (!result.success) {
    const [issue] = result.issues;
    const place = (v.getDotPath(issue) ?? '').slice(0, 100);
    return `its manifest has the wrong shape${place && ` at ${place}`}: ${issue.message.slice(0, 150)}`;
  }
  const scopes = result.output.scopes.filter(([name]) => scopeNamePattern.test(name));
  return { manifest: { ...result.output, scopes: Object.fromEntries(scopes) }, envelope };
}

/** The data of a text; undefined where it is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a bundle's path leads below its manifest on every server and in every file system, and nowhere else. */
export function isSafePath(path: string): boolean {
  return /^[\w.-]+(?:\/[\w.-]+)*$/.test(path) && !path.split('/').some((part) => /^\.{1,2}$/.test(part));
}

/** The text of a manifest, scopes in the order of their names. */
export function manifestText({ format, version, issued_at, expires_at, scopes }: Manifest): string {
  const sorted = Object.fromEntries(Object.entries(scopes).sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ format, version, issued_at, expires_at, scopes: sorted }, null, 2)}\n`;
}

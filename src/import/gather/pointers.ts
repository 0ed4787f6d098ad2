import { realpath, stat } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { type Finding, type ReadSource, skippedSource } from '../report.ts';
import { formatOf, isUnread, plainFormat, type SourceFormat } from './formats.ts';
import { isOfCheckout } from './is-of-checkout.ts';
import { withoutCode } from './markdown/strength.ts';

/** A file to be read. */
export interface Candidate {
  readonly absolute: string;
  /** How it is named to people. */
  readonly path: string;
  readonly format: SourceFormat;
  /** Links and pointers may not lead out of it. */
  readonly within: string;
  readonly isNamed: boolean;
  /** Whether what we exported is read too: a user named it, or its client's folder. */
  readonly isMeant: boolean;
  /** Pointers that have led to it. */
  readonly hops: number;
}

const mostHops = 4;

export function slashed(path: string): string {
  return path.split(sep).join('/');
}

/** At least one: what ends the last line begins no other. */
export function lineCount(bytes: Buffer): number {
  return Math.max(
    bytes
      .toString('latin1')
      .replace(/\r?\n$/, '')
      .split(/\r\n|\r|\n/).length,
    1,
  );
}

/** A file whose whole text is a path: a link kept as text, or `@AGENTS.md`. */
export async function wholePointer(
  candidate: Candidate,
  bytes: Buffer,
): Promise<{ sources: ReadSource[]; more: Candidate[] } | null> {
  if (bytes.length > 1000) return null;
  const text = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim();
  if (!/^[^\s@`<>|*]+$/.test(text) || !/[/.]/.test(text)) return null;
  const target = await targetOf(candidate, text);
  if (typeof target === 'string' && !isMarkdown(text)) return null;
  const why = typeof target === 'string' ? target : `points to ${target.path}`;
  return {
    sources: [skippedSource(candidate.path, why, lineCount(bytes))],
    more: typeof target === 'string' ? [] : [target],
  };
}

/** A source with what becomes of its pointers: lines of their own, and `@path` in a text. */
export async function followAll(candidate: Candidate, source: ReadSource) {
  const more: Candidate[] = [];
  const findings: Finding[] = [];
  for (const finding of source.findings) {
    const { line, end_line, follow } = finding;
    if (follow === undefined) findings.push(finding);
    for (const name of follow === undefined ? mentionsOf(finding) : [follow]) {
      const target = await targetOf(candidate, name);
      if (typeof target !== 'string') more.push(target);
      else if (follow === undefined && /which is not (?:there|a file)$/.test(target) && !isMarkdown(name))
        continue;
      const why = typeof target === 'string' ? target : `points to ${target.path}`;
      findings.push({ line, end_line, as: 'skipped', why });
    }
  }
  return { sources: [{ ...source, findings }], more };
}

/** A path in a text, as Claude Code and Gemini CLI take in files; `@team` and `@scope/package` look the same, and are no files. */
const mention = /(?<=^|[\s([{"'*_>])@(?=[\w.~/-])\S*[\w/-]/g;

/** Paths that are looked for of one text. */
const mostMentions = 100;

function mentionsOf({ rule, procedure }: Finding): string[] {
  const text = rule?.text ?? procedure?.procedure ?? '';
  if (!text.includes('@')) return [];
  const names = new Set([...withoutCode(text).matchAll(mention)].map(([found]) => found.slice(1)));
  return [...names].slice(0, mostMentions);
}

function isMarkdown(path: string): boolean {
  return /\.(?:mdc?|txt|markdown)$/i.test(path);
}

/** The file that a pointer means, or why it is not followed. */
async function targetOf(
  { absolute, within, hops, format }: Candidate,
  pointer: string,
): Promise<Candidate | string> {
  const shown = pointer.length > 80 ? `${pointer.slice(0, 80)}…` : pointer;
  if (pointer.startsWith('~')) return `points to ${shown}, which is the user's own`;
  const target = resolve(dirname(absolute), pointer);
  const real = await realpath(target).catch(() => null);
  if (real === null) return `points to ${shown}, which is not there`;
  if (!isOfCheckout(real, within)) return `points to ${shown}, which is outside of the checkout`;
  if (!(await stat(real)).isFile()) return `points to ${shown}, which is not a file`;
  const path = slashed(relative(within, target));
  const known = isUnread(path) ? null : formatOf(path);
  if (known === null && !isMarkdown(path)) return `points to ${shown}, which is not Markdown`;
  if (hops >= mostHops) return `points to ${shown}, over more than ${mostHops} files`;
  // Elsewhere it says the same as where it is pointed to from.
  const own = known ?? { ...plainFormat(path), folder: format.folder };
  return { absolute: target, path, format: own, within, isNamed: false, isMeant: false, hops: hops + 1 };
}

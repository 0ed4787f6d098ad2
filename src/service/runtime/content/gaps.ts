import type { ResolvedScope, ScopeParts } from '../../../guidance/guidance.ts';
import type { Gap, UnavailableMaster } from '../../../model/guidance.ts';
import type { Problem } from '../../../model/problems/problem.ts';
import { oneLine } from '../../../render/foreign-text.ts';
import type { TemplateFailure } from '../../../render/text-renderer.ts';
import type { PassedOver } from './pass-over.ts';

/** The gap that a parent with a mistake leaves. What it inherits is lost too where its parents cannot be read. */
export function brokenGap(
  name: string,
  { file, line, column, message }: Problem,
  losesParents: boolean,
): Gap {
  const lost = losesParents ? ' and what it inherits' : '';
  return {
    absent: null,
    text: `the rules of \`${name}\`${lost} are missing: ${file}:${line}:${column} ${message}.`,
  };
}

/** The gap that a parent leaves which is found nowhere. A master that is away may have it, and one whose address is another's. */
export function absentGap(
  name: string,
  namedAt: string,
  unavailable: readonly UnavailableMaster[],
  foreign: readonly string[],
): Gap {
  const away = unavailable.map(({ url }) => url);
  const doubt =
    away.length === 0 ? '' : `; ${away.join(', ')} ${away.length === 1 ? 'is' : 'are'} unavailable`;
  return {
    absent: name,
    text: `the rules of \`${name}\` are missing: no scope of that name is here or on a master (named ${namedAt})${doubt}${foreign.map((url) => `; ${url} is not a Precept master (404)`).join('')}.`,
  };
}

/** The gap that a parent leaves which a master names and which is passed over. */
export function passedOverGap({ scope, parent, url, why }: PassedOver, maxDepth: number): Gap {
  const reason =
    why === 'circle'
      ? 'the parents would go round in a circle'
      : `there would be more than ${maxDepth} generations of parents`;
  return {
    absent: null,
    text: `the rules of \`${parent}\` are missing from \`${scope}\`: ${url} names it as a parent, and ${reason}.`,
  };
}

/** The gap that the part of a master leaves whose conditions the caller does not meet. */
export function closedPartGap(scope: string, url: string): Gap {
  return {
    absent: null,
    text: `the part of \`${scope}\` that comes from ${url} is missing: its master limits it to roles that you do not have here.`,
  };
}

/** The gap that a local scope leaves which masters have others inherit from, and which is not open to the caller: it is not named. */
export function closedAncestorGap(parts: ReadonlyMap<string, ScopeParts>, scope: string): Gap {
  const by = [...parts].flatMap(([below, { remotes }]) =>
    remotes.flatMap(({ url, absentParents }) =>
      absentParents.includes(scope) ? [`\`${below}\` on ${url}`] : [],
    ),
  );
  return {
    absent: null,
    text: `a parent of ${by[0] ?? 'a scope'} is missing: it is limited to roles that you do not have.`,
  };
}

/** The gap that the part of a master leaves which would make answers too large. */
export function tooLargeGap(url: string): Gap {
  return {
    absent: null,
    text: `The part of master ${url} is left out: with it, an answer would be over 16 MiB.`,
  };
}

/** Lines of the block at most; the last of them counts the others. */
const maxLines = 5;

/** What an answer of a scope has to say of itself before anything else. */
export interface IncompleteNotes {
  readonly gaps: readonly Gap[];
  /** The masters to name; none where that is not wanted. */
  readonly unavailable: readonly UnavailableMaster[];
  /** Texts of this answer that could not be rendered. */
  readonly failures: number;
  /** Whether those stand in the answer as they are written, and not in a report at its end. */
  readonly keepsFailing: boolean;
}

/**
 * The block of an answer about a scope. Of the templates that failed, those of `failures` are in it; where failing texts stand
 * as they are written (`keepsFailing`), only the procedure is shown.
 */
export function incompleteOf(
  { gaps, unavailable }: Pick<ResolvedScope, 'gaps' | 'unavailable'>,
  settings: { readonly show_unavailable: boolean },
  failures: readonly TemplateFailure[],
  keepsFailing = false,
): string {
  const shown = failures.filter((failure) => !keepsFailing || failure.element_type === 'kata');
  const failing = new Set(shown.map((failure) => `${failure.element_type} ${failure.element_identifier}`));
  const away = settings.show_unavailable ? unavailable : [];
  return incompleteBlock({ gaps, unavailable: away, failures: failing.size, keepsFailing });
}

/** The block that begins the Markdown of an answer that is not complete, with a blank line behind it; empty for one that is. */
export function incompleteBlock({ gaps, unavailable, failures, keepsFailing }: IncompleteNotes): string {
  const lines = [
    ...gaps.map(({ text }) => text),
    ...unavailable.map(awayLine),
    ...(failures === 0 ? [] : [failureLine(failures, keepsFailing)]),
  ];
  const more = lines.length - (maxLines - 1);
  const shown =
    lines.length <= maxLines
      ? lines
      : [...lines.slice(0, maxLines - 1), `and ${more} more: precept lint names them.`];
  return shown.length === 0
    ? ''
    : `${shown.map((line) => `> **Incomplete:** ${oneLine(line)}`).join('\n')}\n\n`;
}

function awayLine({ url, reason, since, as_of }: UnavailableMaster): string {
  const copy = as_of === undefined ? '' : `; its content is as of ${as_of}`;
  return `master ${url} is unavailable since ${since}: ${reason}${copy}.`;
}

function failureLine(failures: number, keepsFailing: boolean): string {
  const texts = failures === 1 ? '1 text' : `${failures} texts`;
  return keepsFailing
    ? `${texts} could not be rendered and ${failures === 1 ? 'stands' : 'stand'} as written.`
    : `${texts} could not be rendered: see Template Failures below.`;
}

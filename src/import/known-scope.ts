import type { BlockKind, Finding, ReadSource } from './report.ts';

/** A scope that is there, with all that it inherits, in the words of an export. */
export type KnownScope = readonly KnownCategory[];

interface KnownCategory {
  readonly category: string;
  readonly when: string;
  readonly paths: readonly string[];
  readonly rules: readonly KnownRule[];
}

interface KnownRule {
  readonly text: string;
  readonly must: boolean;
  /** The scope that has written it, and the file and line there. */
  readonly from: string;
  readonly place: string;
}

export interface Unknown {
  readonly sources: readonly ReadSource[];
  /** How many rules of the sources each scope has already. */
  readonly there: ReadonlyMap<string, number>;
  /** Rules of the same categories that the sources no longer have, in words. */
  readonly gone: readonly string[];
  /** Rules that the sources and a scope have with another strength, in words. */
  readonly differing: readonly string[];
}

const strengthOf = ({ must }: Pick<KnownRule, 'must'>) => (must ? 'MUST' : 'SHOULD');
const keyOf = ({ text, must }: Pick<KnownRule, 'text' | 'must'>) =>
  `${strengthOf({ must })} ${text.replace(/\s+/g, ' ').trim()}`;

/** The sources without what an export of ours says unchanged: the scope has it, or inherits it. */
export function withoutKnown(read: readonly ReadSource[], known: KnownScope): Unknown {
  const there = new Map<string, number>();
  const left = new Map(
    known.map((one) => [one.category, new Map(one.rules.map((rule) => [keyOf(rule), rule]))]),
  );
  const byName = new Map(known.map((one) => [one.category, one]));
  const shown = new Set<string>();
  const seen = new Set<KnownRule>();
  const differing = new Set<string>();
  const reduce = (finding: Finding, sourcePaths: readonly string[]): Finding => {
    const { category = '', exportOf, rule, globs, paths = sourcePaths } = finding;
    const before = exportOf === undefined ? undefined : byName.get(category);
    if (before === undefined) return finding;
    shown.add(category);
    const isNew = (glob: string) => !before.paths.includes(glob);
    if (rule !== undefined) {
      const ofCategory = left.get(category);
      const same = ofCategory?.get(keyOf(rule));
      const other = ofCategory?.get(keyOf({ ...rule, must: !rule.must }));
      if (same === undefined && other !== undefined) {
        seen.add(other);
        differing.add(differingLine(category, other));
        return skipped(finding, `it is ${strengthOf(other)} in ${other.place}`);
      }
      if (same === undefined) return { ...finding, paths: paths.filter(isNew) };
      seen.add(same);
      there.set(same.from, (there.get(same.from) ?? 0) + 1);
      return skipped(finding, `${same.from} has it already`);
    }
    if (finding.as === 'when' && finding.text === before.when) return skipped(finding, isThere);
    if (globs === undefined || globs.some(isNew)) return finding;
    return skipped(finding, isThere);
  };
  const sources = read.map((source) => ({
    ...source,
    findings: source.findings.map((finding) => reduce(finding, source.paths)),
  }));
  const gone = known
    .filter(({ category }) => shown.has(category))
    .flatMap(({ category, rules }) =>
      rules.flatMap((rule) => (seen.has(rule) ? [] : [goneLine(category, rule)])),
    );
  return { sources, there, gone, differing: [...differing] };
}

const isThere = 'the scope has it already';

function skipped({ line, end_line }: Finding, why: string): Finding {
  return { line, end_line, as: 'skipped' satisfies BlockKind, why };
}

function goneLine(category: string, rule: KnownRule): string {
  return `"${keyOf(rule).slice(0, 80)}" of \`${category}\` in ${rule.from}, which the file no longer has`;
}

function differingLine(category: string, rule: KnownRule): string {
  const { must, place, text } = rule;
  const said = text.replace(/\s+/g, ' ').trim().slice(0, 80);
  const [strength, kind] = must ? ['SHOULD', 'suggestions'] : ['MUST', 'commandments'];
  return `"${said}" of \`${category}\` is ${strength} in the file and ${strengthOf(rule)} in ${place}. The import changes no strength: move the rule to ${kind}.yml by hand`;
}

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What a generated scope holds. The same numbers always give the same bytes. */
export interface ScopeSize {
  readonly rules: number;
  readonly categories: number;
  /** One rule in this many has a template; 0 for none. */
  readonly templateEvery?: number;
  /** The number of its first rule, so that scopes do not say the same; 0 where it is left out. */
  readonly first?: number;
  /** Words to pick from, besides the few that there are: rules of people have thousands. */
  readonly endings?: number;
  readonly parent?: string;
}

const words =
  'check every request against the schema before it reaches handler keep migration small reviewed and reversible log one structured event per outcome never store secrets in source configuration use parameters for queries prefer explicit timeouts on network calls write tests that fail without change name owners document public behaviour measure latency at boundary release behind flags'.split(
    ' ',
  );
const areas = ['backend', 'frontend', 'data', 'security', 'operations', 'review', 'testing', 'design'];
const templates = [
  'the owner is {{ scope.tags.team | default("platform") }}',
  'ask in {{ scope.tags.channel }} first',
  'it is {% if scope.tags.tier == "critical" %}urgent{% else %}planned{% endif %} work',
  'scope {{ scope.name | upper }} is meant',
];

/** Writes the scope `name` into a rules folder: half of the categories as commandments, half as suggestions. */
export async function writeScope(rulesPath: string, name: string, size: ScopeSize): Promise<void> {
  const folder = path.join(rulesPath, name);
  await mkdir(folder, { recursive: true });
  const half = Math.ceil(size.categories / 2);
  const parent = size.parent === undefined ? '' : `parent: ${size.parent}\n`;
  const metadata = `description: A generated scope\n${parent}tags:\n  team: checkout\n  channel: "#checkout"\n  tier: critical\n`;
  await writeFile(path.join(folder, 'metadata.yml'), metadata);
  await writeFile(path.join(folder, 'commandments.yml'), rulesFile(size, 0, half));
  await writeFile(path.join(folder, 'suggestions.yml'), rulesFile(size, half, size.categories));
}

/** Writes `count` scopes of one rule each, `beside-0` and on. */
export async function writeNeighbours(rulesPath: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const folder = path.join(rulesPath, `beside-${index}`);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'commandments.yml'), 'general:\n  ruleset: [Be kind]\n');
  }
}

/** The categories from `first` up to `end`, all with the same share of the rules. */
function rulesFile(size: ScopeSize, first: number, end: number): string {
  const lines: string[] = [];
  for (let category = first; category < end; category += 1) {
    const area = areas[category % areas.length];
    lines.push(`${area}.topic-${category}:`, `  when: When working on ${area} topic ${category}`);
    lines.push(`  tags: [${area}, generated]`, '  ruleset:');
    const from = Math.floor((category * size.rules) / size.categories);
    const to = Math.floor(((category + 1) * size.rules) / size.categories);
    for (let rule = from; rule < to; rule += 1)
      lines.push(`    - ${ruleText((size.first ?? 0) + rule, size)}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Plain text for the most part, as people write it; every third is quoted because it holds a colon. */
function ruleText(rule: number, { templateEvery = 0, endings = 1 }: ScopeSize): string {
  const text = `${sentence(rule, endings)} (rule ${rule})`;
  if (templateEvery > 0 && rule % templateEvery === 0) {
    const template = templates[(rule / templateEvery) % templates.length] ?? '';
    return `'${text}; ${template}'`;
  }
  return rule % 3 === 0 ? `"Always: ${text}"` : text;
}

/** Twelve words picked by a small linear congruential generator, so that no two neighbours read alike. */
function sentence(seed: number, endings: number): string {
  let state = (seed + 1) * 2_654_435_761;
  const picked: string[] = [];
  for (let count = 0; count < 12; count += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const word = words[(state >>> 8) % words.length] ?? '';
    picked.push(endings === 1 ? word : `${word}${String.fromCharCode(97 + ((state >>> 20) % endings))}o`);
  }
  return picked.join(' ');
}

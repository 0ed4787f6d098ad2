import { parse } from 'yaml';

/** Readers of exported files by the rules of the clients, which share nothing with what writes them. */

export interface ReadRule {
  readonly category: string;
  readonly word: string;
  readonly text: string;
  /** Of the line `Applies to:` of its section. */
  readonly globs: readonly string[];
}

/** The rules of a file in the order in which a client reads them, and nothing of what it says besides. */
export function readRules(text: string): ReadRule[] {
  const rules: ReadRule[] = [];
  let category = '';
  let globs: string[] = [];
  for (const line of text.split('\n')) {
    const heading = /^## (.+)$/.exec(line)?.[1];
    if (heading !== undefined) {
      category = heading;
      globs = [];
    }
    if (line.startsWith('Applies to: '))
      globs = [...line.matchAll(/`([^`]+)`/g)].map(([, glob = '']) => glob);
    const [, word = '', own = ''] = /^- \*\*(MUST|SHOULD)\*\*: (.*)$/.exec(line) ?? [];
    if (word !== '') rules.push({ category, word, text: own, globs });
    else if (/^ {2}\S/.test(line) && rules.length > 0) {
      const last = rules[rules.length - 1] as ReadRule;
      rules[rules.length - 1] = { ...last, text: `${last.text}\n${line.slice(2)}` };
    }
  }
  return rules;
}

/** When a client takes a file in: always, for globs, or never. */
export interface Scoping {
  readonly mode: 'always' | 'globs' | 'off';
  readonly globs: readonly string[];
}

const always: Scoping = { mode: 'always', globs: [] };

function yamlHead(text: string): Record<string, unknown> | null {
  const head = /^---\n([\s\S]*?)\n---\n/.exec(text)?.[1];
  return head === undefined ? null : (parse(head) as Record<string, unknown>);
}

/** `key: value` by the line, since what Cursor and others take is not YAML. */
function lineHead(text: string): Map<string, string> {
  const [, head = ''] = /^---\n([\s\S]*?)---/.exec(text) ?? [];
  return new Map(
    head
      .split('\n')
      .filter((line) => line.includes(': '))
      .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
  );
}

function byList(list: unknown): Scoping {
  if (!Array.isArray(list)) throw new Error('the globs must be a list');
  return { mode: 'globs', globs: list };
}

function byCommas(text: unknown): Scoping {
  if (typeof text !== 'string') throw new Error('the globs must be one string');
  return { mode: 'globs', globs: text.split(',').map((glob) => glob.trim()) };
}

/** How each client reads the head of a file. */
export const readers: Readonly<Record<string, (text: string) => Scoping>> = {
  'claude-rules': (text) => {
    const head = yamlHead(text);
    if (head === null) return always;
    expectKeys(head, ['paths']);
    return byList(head.paths);
  },
  cursor: (text) => {
    const head = lineHead(text);
    expectKeys(Object.fromEntries(head), ['description', 'globs', 'alwaysApply']);
    if (head.get('alwaysApply') === 'true') return head.has('globs') ? { mode: 'off', globs: [] } : always;
    if (/["'[]/.test(head.get('globs') ?? '"')) return { mode: 'off', globs: [] };
    return byCommas(head.get('globs'));
  },
  copilot: (text) => {
    const head = yamlHead(text);
    if (head === null) return { mode: 'off', globs: [] };
    expectKeys(head, ['applyTo', 'description', 'name', 'excludeAgent']);
    const scoping = byCommas(head.applyTo);
    return scoping.globs.join() === '**' ? always : scoping;
  },
  devin: byTrigger,
  antigravity: byTrigger,
  kiro: (text) => {
    const head = yamlHead(text);
    if (head === null || head.inclusion === 'always') return always;
    expectKeys(head, ['inclusion', 'fileMatchPattern']);
    if (head.inclusion !== 'fileMatch') return { mode: 'off', globs: [] };
    return typeof head.fileMatchPattern === 'string'
      ? { mode: 'globs', globs: [head.fileMatchPattern] }
      : byList(head.fileMatchPattern);
  },
  cline: (text) => {
    const head = yamlHead(text);
    return head === null ? always : byList(head.paths);
  },
  jetbrains: (text) => {
    const head = lineHead(text);
    const apply = head.get('apply');
    if (apply === 'always') return always;
    return apply === 'by file patterns' ? byCommas(head.get('patterns')) : { mode: 'off', globs: [] };
  },
};

function byTrigger(text: string): Scoping {
  const head = lineHead(text);
  if (head.get('trigger') === 'always_on') return always;
  return head.get('trigger') === 'glob' ? byCommas(head.get('globs')) : { mode: 'off', globs: [] };
}

function expectKeys(head: object, known: readonly string[]): void {
  const other = Object.keys(head).find((key) => !known.includes(key));
  if (other !== undefined) throw new Error(`a client knows no key ${other}`);
}

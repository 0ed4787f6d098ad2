import { isMap, type Node, type YAMLMap } from 'yaml';
import { renameKey } from '../../content/text/fixes.ts';
import { isFull, keyText, maxDepth, readingWithin, type YamlFile } from '../../content/yaml-file.ts';
import type { Problem } from '../../model/problems/problem.ts';
import { didYouMean } from '../../model/text/nearest.ts';
import { atOnce, createDue } from '../../runtime/async/turns.ts';
import { hintForSegment } from './meant-key.ts';

/** One category as a file has it. */
export interface CategoryNode {
  readonly category: string;
  /** The node of its key, for places. */
  readonly key: Node;
  readonly map: YAMLMap;
  /** Its own keys (`when`, `tags` …) with their values, sub-categories left out. */
  readonly own: ReadonlyMap<string, Node | null>;
  /** Whether the full path starts with `+`. */
  readonly append: boolean;
}

/** Keys that categories were given after there was content: a mapping of such a name is the segment that it was before. */
const laterKeys: ReadonlySet<string> = new Set(['always']);

/**
 * Walks the tree of a content file and hands over every category, in file order: each mapping that has the key
 * `marker`. Nested mappings become dotted keys. Problems get what is skipped and what is written twice.
 */
export function walkCategories(
  file: YamlFile,
  ownKeys: readonly string[],
  marker: string,
  problems: Problem[],
  take: (node: CategoryNode) => void,
): void {
  const taking = function* (node: CategoryNode): Generator<void, void> {
    yield;
    take(node);
  };
  atOnce(walkingCategories(file, ownKeys, marker, problems, taking));
}

/** The same, as work that can pause between keys, and where `taking` does. */
export function* walkingCategories(
  file: YamlFile,
  ownKeys: readonly string[],
  marker: string,
  problems: Problem[],
  taking: (node: CategoryNode) => Generator<void, void>,
): Generator<void, void> {
  const firstLine = new Map<string, number>();
  const isDue = createDue();
  const isOwnKey = (name: string, value: Node | null) =>
    ownKeys.includes(name) && !(laterKeys.has(name) && isMap(value));
  const isCategory = (map: YAMLMap) => map.items.some((pair) => keyText(pair.key) === marker);

  function* walk(map: YAMLMap, path: string, append: boolean): Generator<void, void> {
    const inCategory = path !== '' && isCategory(map);
    const misspelt = path === '' || inCategory ? null : yield* findingMisspelt(file, map, marker, isDue);
    const isKata =
      marker === 'ruleset' && !inCategory && map.items.some(({ key }) => keyText(key) === 'procedure');
    for (const pair of map.items) {
      if (isDue()) yield;
      const name = keyText(pair.key);
      if (inCategory && isOwnKey(name, file.peek(pair.value))) continue;
      const value = file.follow(pair.value);
      const key = pair.key as Node;
      const starred = path === '' && name.startsWith('+');
      const category = path === '' ? (starred ? name.slice(1) : name) : `${path}.${name}`;
      if (category.split('.').length > maxDepth) {
        const message = `category \`${category.slice(0, 60)}…\` has more than ${maxDepth} segments`;
        problems.push(file.problem(key, 'category-too-deep', message, 'Write it flatter'));
        continue;
      }
      if (!isMap(value)) {
        // What a misspelt marker leaves without a category has one cause, reported at that key.
        if (misspelt !== null && ownKeys.includes(name)) continue;
        // Neither is what stands beside a procedure a matter of its own: the kata belongs into another file.
        if (isKata && ownKeys.includes(name)) continue;
        if (isFull(problems)) continue;
        problems.push(
          name === misspelt
            ? { ...misspeltProblem(file, key, path, name, marker), ...renameKey(file, map, key, [marker]) }
            : {
                ...skipped(file, key, name, category, ownKeys, marker),
                ...(inCategory && renameKey(file, map, key, ownKeys)),
              },
        );
        continue;
      }
      if (isCategory(value)) yield* visit(key, value, category, append || starred);
      yield* walk(value, category, append || starred);
    }
  }

  function* visit(key: Node, map: YAMLMap, category: string, append: boolean): Generator<void, void> {
    const earlier = firstLine.get(category);
    if (earlier !== undefined) {
      const message = `category \`${category}\` is written twice in this file, first on line ${earlier}`;
      problems.push(file.problem(key, 'duplicate-category', message, 'Join the two'));
      return;
    }
    firstLine.set(category, file.place(key).line);
    const own = map.items
      .map((pair): [string, Node | null] => [keyText(pair.key), pair.value as Node | null])
      .filter(([name, value]) => isOwnKey(name, file.peek(value)));
    yield* taking({ category, key, map, own: new Map(own), append });
  }

  yield* readingWithin(file, undefined, problems, function* () {
    if (file.root === null) return;
    const root = file.follow(file.root);
    if (isMap(root)) yield* walk(root, '', false);
    else if (file.toPlain(root) !== null) {
      const hint = 'Start with a category, like "backend.api:"';
      problems.push(file.problem(root, 'wrong-type', 'the file is not a mapping of categories', hint));
    }
  });
}

/** The key that was meant as `marker` in a mapping that has none, or null. */
function* findingMisspelt(
  file: YamlFile,
  map: YAMLMap,
  marker: string,
  isDue: () => boolean,
): Generator<void, string | null> {
  for (const pair of map.items) {
    if (isDue()) yield;
    const name = keyText(pair.key);
    if (!isMap(file.follow(pair.value)) && didYouMean(name, [marker]) !== null) return name;
  }
  return null;
}

function misspeltProblem(file: YamlFile, key: Node, category: string, name: string, marker: string): Problem {
  const message = `\`${name}\` means nothing here, and without \`${marker}\` the category \`${category}\` is skipped`;
  return file.problem(key, 'not-a-category', message, `Did you mean \`${marker}\`?`, 'warning');
}

function skipped(
  file: YamlFile,
  key: Node,
  name: string,
  category: string,
  ownKeys: readonly string[],
  marker: string,
): Problem {
  const above = category.slice(0, -name.length - 1);
  const hint = hintForSegment(name, above === '' ? [] : above.split('.'), { ownKeys, marker });
  return file.problem(
    key,
    'not-a-category',
    `\`${category}\` is no category and is skipped`,
    hint,
    'warning',
  );
}

/** Text as it is, or null where there is only white space. */
export function blankToNull(text: string | null | undefined): string | null {
  return text === null || text === undefined || text.trim() === '' ? null : text;
}

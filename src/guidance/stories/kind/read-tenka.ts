import * as v from 'valibot';
import { isMap, type YAMLMap } from 'yaml';
import { type Entry, entriesOf, warnUnknown } from '../../../content/entries.ts';
import { addProblems, readingWithin, type YamlFile } from '../../../content/yaml-file.ts';
import type { Problem } from '../../../model/problems/problem.ts';
import type { KindReader } from '../../kind.ts';
import { explainIssues } from '../../read/explain-issue.ts';
import type { AcceptanceCriterion, Stories, UserStory } from '../story.ts';
import { acSchema, storySchema } from '../tenka-schema.ts';
import { storiesEditorSchema } from './editor-schema.ts';
import { outlineStories } from './outline-stories.ts';
import { readChecks } from './read-checks.ts';

const storyId = /^US[0-9]+$/;
const noResults: UserStory['results'] = new Map();

/** The reader of tenka.yml. */
export const storiesReader: KindReader<Stories> = {
  reading: readingTenka,
  outline: outlineStories,
  editorSchema: storiesEditorSchema,
};

/** The user stories of a tenka.yml, by id in file order; it can pause after each. Problems hold every mistake, with places. */
function* readingTenka(
  file: YamlFile,
  scope: string,
): Generator<void, { readonly content: Stories; readonly problems: Problem[] }> {
  const stories = new Map<string, UserStory>();
  const problems: Problem[] = [];
  yield* readingWithin(file, undefined, problems, function* () {
    for (const entry of storyEntries(file, problems)) {
      const story = readStory(file, scope, entry, problems);
      if (story !== null) stories.set(story.id, story);
      yield;
    }
  });
  return { content: stories, problems };
}

function storyEntries(file: YamlFile, problems: Problem[]): Entry[] {
  const root = file.follow(file.root);
  if (root === null || file.toPlain(root) === null) return [];
  const hint = 'Start with "tenka:" and put the stories below it';
  if (!isMap(root)) {
    problems.push(file.problem(root, 'wrong-type', 'the file is not a mapping', hint));
    return [];
  }
  warnUnknown(file, root, ['tenka'], 'tenka.yml', problems);
  const tenka = entriesOf(root).find(({ name }) => name === 'tenka');
  const value = file.follow(tenka?.value);
  if (tenka === undefined || !isMap(value)) {
    problems.push(
      file.problem(tenka?.value ?? root, 'wrong-type', '`tenka` is not a mapping of stories', hint),
    );
    return [];
  }
  return entriesOf(value);
}

function readStory(file: YamlFile, scope: string, entry: Entry, problems: Problem[]): UserStory | null {
  const { name: id, key } = entry;
  if (!storyId.test(id)) {
    problems.push(
      file.problem(
        key,
        'story-id',
        `"${id}" cannot be the id of a story`,
        'Write US and a number, like "US1"',
      ),
    );
    return null;
  }
  const what = `story \`${id}\``;
  const value = file.follow(entry.value);
  const plain = isMap(value) ? withoutKey(file, value, 'acs') : file.toPlain(value);
  const result = v.safeParse(storySchema, plain);
  if (isMap(value)) warnUnknown(file, value, Object.keys(storySchema.entries), what, problems);
  if (!result.success) {
    addProblems(problems, explainIssues(file, value ?? key, what, result.issues));
  }
  const acs = isMap(value) ? readAcs(file, id, value, problems) : new Map();
  if (!result.success) return null;
  const origin = { server: 'local', scope, file: file.path, ...file.place(key) };
  const { who, what: wanted, why, tags, active } = result.output;
  return { id, who, what: wanted, why, tags, active, acs, origin, results: noResults };
}

function readAcs(
  file: YamlFile,
  story: string,
  map: YAMLMap,
  problems: Problem[],
): Map<string, AcceptanceCriterion> {
  const acs = new Map<string, AcceptanceCriterion>();
  const list = entriesOf(map).find(({ name }) => name === 'acs');
  if (list === undefined) return acs;
  const node = file.follow(list.value);
  if (!isMap(node)) {
    const message = `\`acs\` of story \`${story}\` is not a mapping`;
    problems.push(file.problem(list.value ?? list.key, 'wrong-type', message, 'Put ACs by ref below it'));
    return acs;
  }
  for (const entry of entriesOf(node)) {
    const read = readAc(file, story, entry, problems);
    if (read !== null) acs.set(read.ref, read);
  }
  return acs;
}

function readAc(
  file: YamlFile,
  story: string,
  entry: Entry,
  problems: Problem[],
): AcceptanceCriterion | null {
  const { name: ref, key } = entry;
  const [, number] = /^AC([0-9]+)\.[0-9]+$/.exec(ref) ?? [];
  if (number !== story.slice('US'.length)) {
    const hint = `Write "AC${story.slice(2)}." and a number, or move it to its story`;
    problems.push(
      file.problem(key, 'ac-ref', `"${ref}" cannot be an acceptance criterion of ${story}`, hint),
    );
    return null;
  }
  const what = `acceptance criterion \`${ref}\``;
  const value = file.follow(entry.value);
  const plain = isMap(value) ? withoutKey(file, value, 'checks') : file.toPlain(value);
  const result = v.safeParse(acSchema, plain);
  if (isMap(value)) warnUnknown(file, value, Object.keys(acSchema.entries), what, problems);
  if (!result.success) {
    addProblems(problems, explainIssues(file, value ?? key, what, result.issues));
  }
  const given = isMap(value) ? entriesOf(value).find(({ name }) => name === 'checks') : undefined;
  const checks = given === undefined ? [] : readChecks(file, given, what, problems);
  if (!result.success) return null;
  const { status = 'not_validated', automation = 'automated', ...texts } = result.output;
  if (
    given !== undefined &&
    checks.length > 0 &&
    (result.output.status ?? result.output.automation) !== undefined
  ) {
    const hint = 'Remove it: the checks decide';
    problems.push(
      file.problem(key, 'stated-and-checked', `${what} states a status beside its checks`, hint, 'warning'),
    );
  }
  return { ref, ...texts, checks, stated: { status, automation }, line: file.place(key).line };
}

function withoutKey(file: YamlFile, map: YAMLMap, left: string): Record<string, unknown> {
  const kept = entriesOf(map).filter(({ name }) => name !== left);
  return Object.fromEntries(kept.map(({ name, value }) => [name, file.toPlain(value)]));
}

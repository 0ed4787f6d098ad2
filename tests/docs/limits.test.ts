import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { root } from './markdown.ts';

/** What a row of a table in docs/limits.md says, and the lines of the code that make it so. */
const limits: readonly { what: string; says: readonly string[]; file: string; code: readonly string[] }[] = [
  {
    what: 'content file',
    says: ['4 MiB', '64 levels', '100 aliases', '100,000 nodes'],
    file: 'content/yaml-file.ts',
    code: [
      'maxFileBytes: number = 4 * 1024 * 1024',
      'maxDepth: number = 64',
      'maxAliases = 100;',
      'maxAliasedNodes = 100_000',
    ],
  },
  {
    what: 'content file',
    says: ['500,000 parts'],
    file: 'content/compose/compose-yaml.ts',
    code: ['maxContentTokens = 500_000'],
  },
  {
    what: 'parents of a scope',
    says: ['1,000'],
    file: 'guidance/metadata/metadata-schema.ts',
    code: ['maxParents = 1000;'],
  },
  {
    what: 'page of the explorer',
    says: ['3,000 entries'],
    file: 'faces/http/explorer/parts/filter.ts',
    code: ['mostShown = 3000;'],
  },
  {
    what: 'page of the explorer',
    says: ['5,000 lines of a file'],
    file: 'faces/http/explorer/place.ts',
    code: ['pageLines = 5000;'],
  },
  {
    what: 'page of the explorer',
    says: ['texts up to 20,000 characters'],
    file: 'faces/http/explorer/parts/format-text.ts',
    code: ['mostMarkdown = 20_000;'],
  },
  {
    what: 'patterns of roles in a scope',
    says: ['500'],
    file: 'guidance/metadata/metadata-schema.ts',
    code: ['maxPatterns = 500;'],
  },
  {
    what: 'conditions on roles',
    says: ['1,000', '100 patterns'],
    file: 'guidance/wire/bundle-access.ts',
    code: ['maxConditions = 1000;', 'maxPatterns = 100;'],
  },
  {
    what: 'conditions on roles',
    says: ['100 ms of work', '1 s in 10 s'],
    file: 'auth/callers/passed-roles.ts',
    code: ['limitOfAll = 100;', 'limitOfMaster = 1000;', 'span = 10_000;'],
  },
  {
    what: 'events of a master',
    says: ['512 KiB', '1,000 scope names', 'half a second'],
    file: 'federation/master/watch-master.ts',
    code: ['maxEvent = 512 * 1024;', 'maxNames = 1000;', 'pace = 500;'],
  },
  {
    what: 'pattern of roles',
    says: ['1,000 characters', '10,000,000 ways'],
    file: 'model/names/role-pattern.ts',
    code: ['maxPatternLength = 1000;', 'maxWays = 10_000_000'],
  },
  {
    what: 'request over HTTP',
    says: ['100 unanswered'],
    file: 'faces/http/listener/listener.ts',
    code: ['unansweredPerConnection = 100;'],
  },
  {
    what: 'glob of `paths`',
    says: ['1,000 characters', '256 alternatives'],
    file: 'model/names/path-globs.ts',
    code: ['maxLength = 1000;', 'maxAlternatives = 256;'],
  },
  {
    what: 'globs of one search for files',
    says: ['1,000,000 steps', '100,000,000 together'],
    file: 'model/names/path-globs.ts',
    code: ['maxSteps = 1_000_000;', 'maxStepsTogether = 100_000_000;'],
  },
  {
    what: 'files of one search',
    says: ['200 paths', '10,000 characters'],
    file: 'service/finding/sought-categories.ts',
    code: ['maxFiles = 200;', 'maxFilesLength = 10_000;'],
  },
  {
    what: 'files of one search',
    says: ['255 characters of one name'],
    file: 'model/names/path-globs.ts',
    code: ['maxName = 255;'],
  },
  {
    what: 'words of one search',
    says: ['10,000 characters', '200 rarest words'],
    file: 'search/search-index.ts',
    code: ['longestQuery = 10_000;', 'mostWords = 200;'],
  },
  {
    what: 'texts that are searched',
    says: ['4,096 characters', '4 Mi characters'],
    file: 'search/search-index.ts',
    code: ['longestText = 4096;', 'longestTexts = 4 * 1024 * 1024;'],
  },
  {
    what: 'texts that are searched',
    says: ['32 Mi'],
    file: 'service/runtime/answers/finders.ts',
    code: ['maxHeld = 32 * 1024 * 1024;'],
  },
  {
    what: 'reports that teach the search',
    says: ['256 KiB'],
    file: 'service/runtime/records/missed.ts',
    code: ['window = 256 * 1024;'],
  },
  {
    what: 'settings file',
    says: ['1 MiB', '100,000 parts'],
    file: 'content/plain-yaml.ts',
    code: ['maxSettingsBytes: number = 1024 * 1024', 'maxTokens = 100_000'],
  },
  {
    what: "master's answer",
    says: ['2,000 characters of `when`'],
    file: 'model/max-when-length.ts',
    code: ['maxWhenLength = 2_000'],
  },
  {
    what: "masters' part of one answer",
    says: ['16 MiB'],
    file: 'service/runtime/content/answer-size.ts',
    code: ['maxRemoteSize = 16 * 1024 * 1024'],
  },
  {
    what: 'flowchart',
    says: ['5,000 nodes', '50,000 paths', '250,000 parts'],
    file: 'guidance/katas/flowchart/read-flowchart.ts',
    code: ['maxNodes = 5000', 'maxPaths = 50_000', 'maxTokens = 250_000'],
  },
  {
    what: 'generations of parents',
    says: ['10 unless set', '100 at most'],
    file: 'config/settings.ts',
    code: ["max_inheritance_depth: {\n    kind: 'integer',\n    default: 10,\n    min: 1,\n    max: 100,"],
  },
  {
    what: 'template, one text',
    says: ['1 MiB', '64 levels', '100,000 loop turns', '4,000,000 steps'],
    file: 'template/render/budget.ts',
    code: ['maxStringLength = 1_048_576', 'maxNesting = 64', 'textTurns: 100_000', 'textWork: 4_000_000'],
  },
  {
    what: 'template, one text',
    says: ['20,000 tags'],
    file: 'template/parse/split-tags.ts',
    code: ['maxTags = 20_000'],
  },
  {
    what: 'template, one text',
    says: ['1,000 operators'],
    file: 'template/parse/parse-expression.ts',
    code: ['maxOperators = 1_000'],
  },
  {
    what: 'templates, one answer',
    says: ['8 MiB', '1,000,000 loop turns', '10,000,000 steps'],
    file: 'template/render/budget.ts',
    code: ['answerOutput: 8 * maxStringLength', 'answerTurns: 1_000_000', 'answerWork: 10_000_000'],
  },
  {
    what: 'plugin',
    says: ['2 s', '30 s'],
    file: 'plugins/running-plugins.ts',
    code: ['answer: 2000, retry: 30_000'],
  },
  {
    what: 'plugin',
    says: ['1,000,000 bytes', '20 levels'],
    file: 'plugins/plain-values.ts',
    code: ['maxSize = 1_000_000', 'maxLevels = 20'],
  },
  {
    what: "master's answer",
    says: ['8 MiB', '5 redirects'],
    file: 'runtime/http/http-client.ts',
    code: ['maxAnswerBytes: number = 8 * 1024 * 1024', 'maxRedirects = 5'],
  },
  {
    what: "master's answer",
    says: ['250,000 values', '50 levels'],
    file: 'federation/read-answer.ts',
    code: ['maxValues = 250_000', 'maxDepth = 50'],
  },
  {
    what: "master's answer",
    says: ['10,000 scope names'],
    file: 'model/names/scope-name.ts',
    code: ['maxListedScopes = 10_000'],
  },
  {
    what: "master's answer",
    says: ['10 signatures of a manifest'],
    file: 'signing/envelope.ts',
    code: ['maxSignatures = 10'],
  },
  {
    what: "masters' text in memory",
    says: ['2,000 bundles', '32 Mi characters'],
    file: 'federation/master/kept-bundles.ts',
    code: ['maxBundles = 2000', 'maxSize = 32 * 1024 * 1024'],
  },
  {
    what: "masters' text in memory",
    says: ['64 Mi characters'],
    file: 'service/runtime/content/scope-resolver.ts',
    code: ['maxHeldSize = 64 * 1024 * 1024'],
  },
  { what: 'chain of servers', says: ['16'], file: 'model/loop.ts', code: ['maxHops = 16'] },
  {
    what: 'resolved scopes in memory',
    says: ['1,000 to 2,000'],
    file: 'runtime/async/cache.ts',
    code: ['maxSize = 1000,'],
  },
  {
    what: 'filter',
    says: ['10,000'],
    file: 'service/operations/shapes/category-arguments.ts',
    code: ['maxLength = 10_000'],
  },
  {
    what: 'filter',
    says: ['10,000'],
    file: 'service/operations/shapes/ref-arguments.ts',
    code: ['maxLength = 10_000'],
  },
  {
    what: 'request over HTTP',
    says: ['within 10 s', 'within 30 s', 'connections 5 s'],
    file: 'faces/http/listener/listener.ts',
    code: ['headersTimeout: 10_000', 'requestTimeout: 30_000', 'keepAliveTimeout: 5_000'],
  },
  {
    what: 'body of feedback',
    says: ['64 KiB'],
    file: 'faces/http/routes/read-json-body.ts',
    code: ['usualLimit = 64 * 1024'],
  },
  {
    what: 'body of feedback',
    says: ['100 errors'],
    file: 'feedback/check-feedback.ts',
    code: ['limit = 64 * 1024', 'maxErrors = 100'],
  },
  {
    what: 'body of a request to `/mcp`',
    says: ['256 KiB'],
    file: 'faces/mcp/http.ts',
    code: ['maxRequestBodySize = 256 * 1024'],
  },
  {
    what: 'subscriptions',
    says: ['10,000'],
    file: 'faces/mcp/changes/subscriptions.ts',
    code: ['most = 10_000'],
  },
  {
    what: 'end after SIGTERM',
    says: ['800 ms'],
    file: 'faces/http/listener/graceful-close.ts',
    code: ['gracePeriod = 800'],
  },
  {
    what: '`feedback_file`, `usage_file`',
    says: ['1 GiB'],
    file: 'spool/log-room.ts',
    code: ['most = 1024 * 1024 * 1024;'],
  },
  {
    what: 'states of feedback in memory',
    says: ['50,000 entries'],
    file: 'feedback/read-entries.ts',
    code: ['maxAtOnce = 50_000;'],
  },
  {
    what: 'counts of use that others send',
    says: ['5,000 in one request'],
    file: 'service/operations/submit-usage.ts',
    code: ['v.maxLength(5000)'],
  },
  {
    what: 'answer about use',
    says: ['10,000 entries'],
    file: 'service/operations/get-usage.ts',
    code: ['maxUsageEntries = 10_000;'],
  },
  {
    what: 'answer about use',
    says: ['10,000 names'],
    file: 'usage/usage-report.ts',
    code: ['maxGone = 10_000;'],
  },
  {
    what: 'readers of a server',
    says: ['10,000', '1,000 of one address', '500 scopes', '50,000 together'],
    file: 'service/runtime/records/reader-roster.ts',
    code: ['maxReaders = 10_000;', 'maxOfSender = 1000;', 'maxScopes = 500;', 'maxAllScopes = 50_000;'],
  },
  {
    what: 'repeated feedback',
    says: ['100,000 ids', '32 MiB'],
    file: 'spool/known-ids.ts',
    code: ['maxIds = 100_000', 'window = 32 * 1024 * 1024'],
  },
  {
    what: 'JUnit report',
    says: ['256 MiB', '100 levels', '4 MiB', '1,000 attributes'],
    file: 'guidance/stories/results/junit.ts',
    code: [
      'maxBytes = 256 * 1024 * 1024',
      'maxDepth = 100',
      'maxPiece = 4 * 1024 * 1024',
      'maxAttributes = 1000',
    ],
  },
  {
    what: '`precept login`',
    says: ['5 minutes'],
    file: 'auth/log-in/log-in.ts',
    code: ['loginTimeout: number = 5 * 60_000'],
  },
  {
    what: 'signing in with a browser',
    says: ['15 minutes', '20 begun at once', '3,900 characters'],
    file: 'faces/http/sign-in/cookies.ts',
    code: ['maxBonds = 20', 'bondAge = 15 * 60', 'longest = 3900'],
  },
  {
    what: "caller's token",
    says: ['60 s', '10 minutes', '10 s'],
    file: 'auth/callers/verify-token.ts',
    code: ['skew = 60', 'keyAge = 10 * 60_000', 'keyCooldown = 10_000'],
  },
];

describe('the limits of docs/limits.md', () => {
  const guide = readFileSync(`${root}docs/limits.md`, 'utf8');
  const rows = [...guide.matchAll(/^\| (?!what|---)([^|]+) \| ([^|]+) \|$/gm)].map(
    ([, what = '', limit = '']) => ({ what, limit }),
  );

  test.each(limits)('$what: $says', ({ what, says, file, code }) => {
    const row = rows.find((one) => one.what.startsWith(what));
    for (const value of says) expect(row?.limit).toContain(value);
    const source = readFileSync(`${root}src/${file}`, 'utf8').replaceAll('\r\n', '\n');
    for (const line of code) expect(source).toContain(line);
  });

  test('are all compared, but for those of settings and of the SDK', () => {
    expect(rows.length).toBeGreaterThan(35);
    const own = rows.map(({ what }) => what);
    expect(own.filter((what) => !limits.some((one) => what.startsWith(one.what)))).toEqual([
      "master's time",
      'message over stdio',
    ]);
  });
});

describe('examples/systemd', () => {
  const file = `${root}examples/systemd/precept@.service`;

  test('is a unit: sections and keys with values', () => {
    const lines = readFileSync(file, 'utf8')
      .split(/\r?\n/)
      .filter((line) => line !== '' && !line.startsWith('#'));
    const sections = lines.filter((line) => line.startsWith('['));
    expect(sections).toEqual(['[Unit]', '[Service]', '[Install]']);
    for (const line of lines) expect(line).toMatch(/^(?:\[\w+\]|[A-Z]\w+=.*)$/);
  });

  const { status } = spawnSync('systemd-analyze', ['--version'], { stdio: 'ignore' });
  test.skipIf(status !== 0)('is taken by systemd-analyze', () => {
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
    const about = stderr.split('\n').filter((line) => line.includes('precept@'));
    expect(about).toEqual([]);
  });
});

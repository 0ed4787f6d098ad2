// What English words do in a rule. Closed lists: what is in none of them is a word of the rule's subject.

const listOf = (words: string): ReadonlySet<string> =>
  new Set(words.split(/\s+/).filter((word) => word !== ''));

/** Say nothing of what a rule is about, or only how strong it is. */
export const silentWords: ReadonlySet<string> = listOf(`
  a an the this that these those it its they them their he she his her you your we us our i my
  be is are was were been being am has have having had do does did done will would can could may might shall should must
  need needs needed ought required mandatory recommended please always ever every each all any some both either such own
  of in on at by to from for with into onto upon about as per via through across between among along against
  and or but if then than so when whenever where wherever while who whom whose which what how why whether
  also just even still already yet too very quite really there here now again only
  much many more most other another same different one ones etc eg ie
  least once enough possible necessary`);

/** Every rule can have them, so they weigh little where two rules are compared. */
export const weakWords: ReadonlySet<string> = listOf(`
  use keep make write give add set put get have take let go do create provide ensure include contain apply follow name
  need want try run show see tell be come become start begin end hold leave bring link call
  behind before after until during within inside outside under over above below up down off out away back
  new whole full complete entire total proper good better best clear simple real actual current existing
  repository code system application app software project product thing way part kind case time place item
  people person team somebody someone anybody everybody everyone user member
  mood form manner style well automatic automatically direct directly explicit explicitly
  default usual normal general long file item entry less fewer max min`);

/** Of these, what says no more than that something is done. */
export const emptyWords: ReadonlySet<string> = listOf(
  `use keep make write give add set put have do create provide ensure`,
);

/** Turn what a clause says into its opposite; two of them cancel each other. */
export const negations: ReadonlySet<string> = listOf(`
  not no never none nobody nothing neither nor without cannot unless except avoid avoids avoiding forbid forbids forbidden
  prohibit prohibits prohibited ban bans banned disallow disallows disallowed refuse refuses refused deny denies denied
  reject rejects rejected prevent prevents prevented refrain disable disables disabled exclude excludes excluded`);

/** With "out of" behind them, turn what a clause says into its opposite. */
export const keepingOut: ReadonlySet<string> = listOf(`keep leave leaves leaving`);

/** A rule with one of these says less than it seems to. */
export const exceptions: ReadonlySet<string> = listOf(`unless except excepting otherwise save`);

/** Begin what surrounds an act: a place, a time, a condition, a source, an end. */
export const prepositions: ReadonlySet<string> = listOf(`
  of in on at by to from for with without into onto upon about per via through across between among along against as
  if when whenever where wherever while unless except until till before after during inside outside within under over above below
  behind`);

/** Stand before the verb of an order without being a part of it. */
export const leadingWords: ReadonlySet<string> = listOf(`
  please always ever do does must should shall may might can could you we also just only still now then so and or but either simply
  directly explicitly automatically`);

/** Show that what stands before is whoever does something, or what it is done to. */
export const modals: ReadonlySet<string> = listOf(`
  must should shall may might can could cannot will would has have had need needs needed ought`);

/** Begin what is said of a noun. */
export const relatives: ReadonlySet<string> = listOf(`that which who whom whose what how why whether`);

export const beForms: ReadonlySet<string> = listOf(`is are be was were been being`);

/** Participles that do not end in -ed. */
export const irregularParticiples: ReadonlySet<string> = listOf(`
  written built kept made given sent run shown held set put done taken known read found left brought begun cut drawn driven held
  hidden laid lost met paid said sold spent split spread thrown told understood`);

/** The other side of a negation: `allow` and `forbid` say the same but for it. */
export const affirmations: ReadonlySet<string> = listOf(`
  allow allows allowed permit permits permitted accept accepts accepted enable enables enabled include includes included`);

/** Words that rules use for one another, by what they are counted as. */
export const sameWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    use: 'prefer prefers preferred preferring favor favors favour favours utilise utilize employ choose adopt used uses using',
    keep: 'retain retains retained retaining stay stays remain remains kept keeps keeping preserve',
    write: 'written writes writing wrote',
    make: 'made makes making produce',
    give: 'given gives giving',
    run: 'ran execute executes executed',
    build: 'built',
    send: 'sent',
    show: 'shown display displays',
    delete: 'remove removes removed removing erase deletes deleted deleting',
    fix: 'fixes fixed fixing repair repairs',
    check: 'verify verifies verified checks checked',
    email: 'mail emails',
    function: 'method methods functions',
    configuration: 'config configure configured',
    documentation: 'docs document documents documented describe describes described documenting',
    repository: 'repo repos repositories',
    database: 'db databases',
    directory: 'folder folders dir directories',
    parameter: 'argument arguments param params parameters',
    error: 'errors failure failures',
    small: 'short little smaller shorter tiny',
    large: 'big larger bigger huge',
    pull: 'pr',
    environment: 'env',
  }).flatMap(([word, others]) => others.split(' ').map((other): [string, string] => [other, word])),
);

/** Before or behind a number: the least that is allowed, or the most. The longer phrases come first. */
export const boundPhrases: readonly (readonly [bound: 'least' | 'most', words: readonly string[]])[] = (
  [
    [
      'most',
      'no more than|not more than|no longer than|no later than|not longer than|at the most|at most|up to|less than',
    ],
    [
      'most',
      'fewer than|shorter than|smaller than|lower than|maximum of|maximum|max|or less|or fewer|under|below|within',
    ],
    [
      'least',
      'no fewer than|no less than|not less than|no sooner than|no earlier than|at the least|at least|more than',
    ],
    ['least', 'longer than|greater than|higher than|minimum of|minimum|min of|or more|over|above'],
  ] as const
)
  .flatMap(([bound, phrases]) =>
    phrases.split('|').map((phrase): [typeof bound, readonly string[]] => [bound, phrase.split(' ')]),
  )
  .sort(([, a], [, b]) => b.length - a.length);

/** What follows says why, and is none of the rule's subject. */
export const reasonPhrases: readonly (readonly string[])[] = [
  ['so', 'that'],
  ['because'],
  ['since'],
  ['which'],
  ['although'],
  ['even', 'if'],
  ['even', 'when'],
];

/** What follows is what to do something else than. */
export const contrastPhrases: readonly (readonly string[])[] = [
  ['rather', 'than'],
  ['instead', 'of'],
  ['in', 'place', 'of'],
];

/** `not only`, `whether or not`: no negations. */
export const emptyPhrases: readonly (readonly string[])[] = [
  ['not', 'only'],
  ['or', 'not'],
  ['if', 'not'],
];

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen';
const tens: Readonly<Record<string, number>> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  ninety: 90,
};

/** Numbers in words. */
export const numberWords: ReadonlyMap<string, number> = new Map([
  ...small.split(' ').map((word, value): [string, number] => [word, value]),
  ...Object.entries(tens),
  ['hundred', 100],
  ['thousand', 1000],
  ['half', 0.5],
]);

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const units: readonly (readonly [unit: string, factor: number, words: string])[] = [
  ['s', 0.001, 'ms millisecond milliseconds'],
  ['s', 1, 's sec secs second seconds'],
  ['s', minute, 'min mins minute minutes'],
  ['s', hour, 'h hr hrs hour hours'],
  ['s', day, 'd day days'],
  ['s', 7 * day, 'week weeks'],
  ['s', 30 * day, 'month months'],
  ['s', 365 * day, 'year years'],
  ['B', 1, 'byte bytes'],
  ['B', 1e3, 'kb kib kilobyte kilobytes'],
  ['B', 1e6, 'mb mib megabyte megabytes'],
  ['B', 1e9, 'gb gib gigabyte gigabytes'],
  ['%', 1, '% percent'],
];

/** Units of measure by their words: what they are counted in, and how many of that they are. */
export const measures: ReadonlyMap<string, readonly [unit: string, factor: number]> = new Map(
  units.flatMap(([unit, factor, words]) =>
    words.split(' ').map((word): [string, readonly [string, number]] => [word, [unit, factor]]),
  ),
);

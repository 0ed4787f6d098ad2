/** Verbs that sentences of rules begin with; without knowing that it is one, "Never" in front of a word could be wrong. */
const verbs = new Set(
  `abort accept access acquire add adjust allocate allow alter amend analyze answer append apply approve archive ask assert assign
  assume attach author authenticate avoid await back base batch begin bind block branch break build bump bundle bypass cache call
  capture cast catch change check choose clean clear clone close collect combine comment commit communicate compare compile compose
  compute configure confirm connect consider consult contact contain convert copy create cut debug declare decode default defer define
  delete deliver demonstrate deploy deprecate derive describe design detect develop disable discard discuss display do document
  download drop duplicate edit embed emit employ enable encode encrypt end enforce ensure enter escape establish evaluate examine
  execute expand expect explain export expose extend extract fail fall fetch fill filter find finish fix flush focus follow force
  force-push fork format forward freeze generate get give go group guard guess handle hand-edit hard-code hardcode hash hide hold
  identify ignore implement import improve include increase indent index infer inform inherit initialize inject inline insert inspect
  install instantiate integrate introduce invent invoke isolate iterate join keep kill know label launch leak leave let lift limit
  link lint list listen load localize lock log look lower maintain make manage map mark match measure memoize mention merge migrate
  mind minimize mix mock modify monitor mount move mutate name nest normalize note notify obey omit open optimize order organize
  output overload overridden override overwrite own pack parse pass paste perform persist pick pin place plan poll populate post
  prefer prefix prepare present preserve press prevent print process produce profile prompt propagate propose protect provide publish
  pull purge push put query quote raise re-export re-run reach read rebase rebuild receive recommend record redirect reduce refactor
  refer reference reformat refuse register reject release rely remember remove rename render reorder repeat replace report request
  require reset resolve respect respond restart restore restrict retry return reuse revert review rewrite roll rotate round run sanitize
  save scan schedule scope search select send separate serialize serve set share ship show sign simplify skip sort specify split
  squash stage start state stay stick stop store stream structure stub submit suggest support suppress suspend swallow swap switch
  sync tag take target tell terminate test think throw tidy toggle touch track transform translate treat trigger trim truncate trust
  try turn type understand undo uninstall unwrap update upgrade upload use validate verify version wait walk warn watch wire work wrap
  write yield`.split(/\s+/),
);

/** Whether a word is one of these verbs, as it stands or as the third person: "run", "runs". */
export function isVerb(word: string): boolean {
  return [word, word.replace(/s$/, ''), word.replace(/es$/, '')].some((form) =>
    verbs.has(form.toLowerCase()),
  );
}

/** Whether a text begins with a verb that says what to do. */
export function startsWithVerb(text: string): boolean {
  const first = /^([A-Za-z][a-z-]*)\b/.exec(text)?.[1]?.toLowerCase() ?? '';
  return verbs.has(first) && !/^\w+:/.test(text);
}

/** Whether a text is an instruction rather than the name or the description of something. */
export function isInstruction(text: string): boolean {
  const plain = text.replace(/^(?:\*\*|__|\*|_)?/, '');
  return (
    startsWithVerb(plain) || /^(?:never|always|no|only|don['’]?t|please|all|every|each|any)\b/i.test(plain)
  );
}

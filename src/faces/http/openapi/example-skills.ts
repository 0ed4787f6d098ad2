import type { Service } from '../../../service/service.ts';

type Values = Readonly<Record<string, string>>;

/** Values of the routes that serve katas as skills, and their files: empty where nothing is found by them. */
export interface ExampleSkills {
  /** A skill of any scope, one that has files, one of the default scope, and one of it that has files. */
  readonly text: Values;
  readonly archive: Values;
  readonly usual: Values;
  readonly usualArchive: Values;
  /** A file of a kata. */
  readonly file: Values;
}

/** Looks for skills in these scopes, which are looked at in their order until everything is found. */
export async function findExampleSkills(service: Service, scopes: readonly string[]): Promise<ExampleSkills> {
  const nothing: Values = {};
  const found = { text: nothing, archive: nothing, usual: nothing, usualArchive: nothing, file: nothing };
  const { default_scope: usual, skills: isOn } = service.config.settings;
  for (const scope of scopes) {
    const seen = await skillsIn(service, scope, isOn, isEmpty(found.text));
    if (scope === usual) Object.assign(found, { usual: seen.text, usualArchive: seen.archive });
    for (const key of ['text', 'archive', 'file'] as const) {
      if (isEmpty(found[key])) found[key] = seen[key];
    }
    if (!isEmpty(found.archive) && !isEmpty(found.file)) break;
  }
  return found;
}

/** What a scope has of them; nothing of one that cannot be read. Skills are made only where `needsText`, or where there are files. */
async function skillsIn(
  service: Service,
  name: string,
  isOn: boolean,
  needsText: boolean,
): Promise<Pick<ExampleSkills, 'text' | 'archive' | 'file'>> {
  const none = { text: {}, archive: {}, file: {} };
  const scope = await service.scope(name).catch(() => null);
  const katas = [...(scope?.katas ?? [])].flatMap(([category, group]) =>
    [...group.katas.values()].map((kata) => ({ category, kata })),
  );
  if (katas.length === 0) return none;
  const [{ skillsOf }, { loadKataFiles }] = await Promise.all([
    import('../../../service/tasks/skills/skills.ts'),
    import('../../../service/tasks/skills/kata-files.ts'),
  ]);
  const valuesOf = (skill: { readonly name: string } | undefined): Values =>
    skill === undefined ? {} : { scope_name: name, name: skill.name };
  const full = katas.find(({ kata }) => kata.files.size > 0);
  const isWanted = isOn && (needsText || full !== undefined);
  const skills = isWanted ? await skillsOf(service, name).catch(() => []) : [];
  const [file] = full === undefined ? [] : await loadKataFiles(service, full).catch(() => []);
  return {
    text: valuesOf(skills[0]),
    archive: valuesOf(
      skills.find(({ category, kata }) => (scope?.katas.get(category)?.katas.get(kata)?.files.size ?? 0) > 0),
    ),
    file: file === undefined ? {} : { scope_name: name, sha256: file.sha256 },
  };
}

function isEmpty(values: Values): boolean {
  return Object.keys(values).length === 0;
}

const words = ['errors', 'paging', 'retries', 'secrets', 'logging', 'naming', 'timeouts', 'caching'] as const;
const word = (index: number) => words[index % words.length] ?? '';

/** A category of the scope `everything`: 400 in 20 areas. */
export function largeCategory(index: number): string {
  const area = String(Math.floor(index / 20)).padStart(2, '0');
  return `area-${area}.${word(index)}-${String(index).padStart(3, '0')}`;
}

/** 76 scopes below one root, in teams and their projects; `everything` has 400 categories with three rules each. */
export function largeContent(): Readonly<Record<string, string>> {
  const files: Record<string, string> = {
    'company/metadata.yml': 'description: All of us\ntags: {tier: company}\n',
    'company/suggestions.yml': `${largeCategory(3)}:\n  ruleset: [Ask the platform team before you add a dependency]\n`,
  };
  for (let team = 0; team < 6; team++) {
    const tags = `tags: {tier: team, region: ${team % 2 === 0 ? 'north' : 'south'}}`;
    files[`team-${team}/metadata.yml`] = `description: Team number ${team}\nparent: company\n${tags}\n`;
    for (let project = 0; project < 11; project++) {
      const name = `team-${team}-project-${String(project).padStart(2, '0')}`;
      const parents = project % 5 === 4 ? `parents: [team-${team}, standards]` : `parent: team-${team}`;
      files[`${name}/metadata.yml`] = `description: A project\n${parents}\ntags: {tier: project}\n`;
      files[`${name}/suggestions.yml`] = 'own:\n  ruleset: [Say what the project is for]\n';
    }
  }
  files['sandbox/metadata.yml'] = 'description: To try things out\n';
  files['standards/metadata.yml'] = 'description: Standards that projects may take\n';
  files['standards/commandments.yml'] = 'style:\n  ruleset: [Keep to the formatter]\n';
  files['everything/metadata.yml'] = 'description: A scope with many rules\nparent: company\n';
  files['everything/commandments.yml'] = categories((index) => [
    `Handle ${word(index)} number ${index} as the architecture guide of area ${Math.floor(index / 20)} says`,
    `Never leave ${word(index)} of a request ${index} to the caller without a line in the log`,
  ]);
  files['everything/suggestions.yml'] = categories((index) => [
    `Prefer the shared library for ${word(index)} over code of your own, case ${index}`,
  ]);
  return files;
}

function categories(rules: (index: number) => readonly string[]): string {
  return Array.from({ length: 400 }, (_, index) => {
    const tags = index % 10 === 0 ? '\n  tags: [security]' : '';
    const list = rules(index).map((rule) => `\n    - ${JSON.stringify(rule)}`);
    return `${largeCategory(index)}:\n  when: When working on ${word(index)} in case ${index}${tags}\n  ruleset:${list.join('')}\n`;
  }).join('');
}

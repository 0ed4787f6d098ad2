/** One command line, run to its end in a folder below the record's own. */
export interface CliRequest {
  readonly cwd: string;
  readonly args: readonly string[];
}

const acme = ['--config', '../examples/acme/settings.yml'];
const line = (cwd: string, text: string, more: readonly string[] = []): CliRequest => ({
  cwd,
  args: [...text.split(' '), ...more],
});
const inProject = (text: string): CliRequest => line('project', text, acme);
const mixed = (text: string): CliRequest => line('mixed', text, ['-c', 'settings.yml']);
const flat = (text: string): CliRequest => line('flat', text, ['-c', 'settings.yml']);
const vision = (text: string): CliRequest => line('vision', text, ['-r', 'rules']);
const reader = (text: string): CliRequest => line('reader', text, ['-c', 'settings.yml']);
const formats = ['markdown', 'json', 'yaml'];
const inFormats = (make: (text: string) => CliRequest, text: string): CliRequest[] =>
  formats.map((format) => make(`${text} --format ${format}`));

/** Command lines in the order in which they are run: reading, lint, vision, feedback, faults. */
export const cliRequests: readonly CliRequest[] = [
  ...inFormats(inProject, 'rules checkout'),
  ...inFormats(inProject, 'index checkout'),
  ...inFormats(inProject, 'find checkout refund audit'),
  ...inFormats(inProject, 'search refund audit'),
  ...inFormats(inProject, 'show checkout'),
  ...inFormats(inProject, 'scopes'),
  inProject('scopes --details --format json'),
  ...inFormats(inProject, 'katas checkout'),
  ...inFormats(inProject, 'kata-index checkout'),
  ...inFormats(inProject, 'kata checkout respond-to-incident'),
  ...inFormats(inProject, 'tenka stories checkout'),
  inProject('tenka acs checkout'),
  inProject('tenka validation checkout'),
  inProject('tenka validation checkout --fail-under 100'),
  inProject('rules checkout --categories api --debug'),
  inProject('rules'),
  inProject('context checkout'),
  inProject('context checkout --format json --category testing'),
  inProject('lint'),
  inProject('reload --format json'),
  inProject('rules nobody'),
  inProject('kata checkout nobody'),

  ...inFormats(mixed, 'rules child'),
  mixed('rules child --debug'),
  mixed('rules colon'),
  mixed('rules egg'),
  mixed('rules gud --format json'),
  mixed('rules ../good'),
  mixed('rules'),
  mixed('rules good --categories a..b'),
  mixed('kata shop roll-back'),
  mixed('kata shop roll-back --category delivery.hotfix'),
  mixed('kata child fails'),
  mixed('show child --format json'),
  mixed('scopes --details'),
  ...['text', 'json', 'github', 'sarif'].map((format) => mixed(`lint --format ${format}`)),
  mixed('lint rules/child'),
  ...['text', 'json', 'github', 'sarif'].map((format) => line('planted', `lint rules --format ${format}`)),
  line('planted', 'lint rules --max-warnings 3 --format json'),
  line('dogfood', 'lint rules'),
  line('dogfood', 'tenka stories precept -r rules'),
  line('dogfood', 'tenka acs precept -r rules --format json'),

  ...inFormats(flat, 'rules'),
  flat('index'),
  flat('show child'),
  flat('scopes'),

  ...inFormats(vision, 'tenka stories shop'),
  vision('tenka acs shop --include-inactive --tags api'),
  ...inFormats(vision, 'tenka validation shop'),
  vision('tenka validation shop --fail-under 90'),
  vision('tenka history AC2.1'),
  vision('tenka history AC2.1 --scope shop --format json'),
  vision('tenka history AC9.1'),
  vision('tenka import reports/vitest.xml reports/pytest.xml --dry-run'),
  vision('tenka import reports/vitest.xml --format json'),
  vision('tenka import reports/none.xml'),
  vision('tenka import'),

  ...inFormats(reader, 'rules shop'),
  ...inFormats(reader, 'show shop'),
  reader('scopes --details --format json'),
  reader('rules legacy --debug'),
  reader('tenka stories legacy'),
  reader('kata shop release'),
  reader('reload'),
  reader('rules nobody'),

  line('project', 'feedback missed-categories --task Coupons --category api --reason Late', acme),
  line('project', 'feedback contradictory-rules --task Coupons --rule api::One --rule api::Two', acme),
  line('project', 'feedback contradictory-rules --task Coupons --rule api', acme),
  line('project', 'feedback missed-categories --task Coupons', acme),
  inProject('feedback list'),
  inProject('feedback list --format json --type missed_categories'),
  ...inFormats(inProject, 'feedback summary'),
  inProject('feedback summary --since nonsense'),

  line('project', 'rulez checkout'),
  line('project', 'rules checkout --nope'),
  line('project', 'rules checkout --format xml', acme),
  line('project', 'rules checkout --log-level loud', acme),
  line('project', 'rules checkout -c nowhere.yml'),
  line('project', 'rules one two three', acme),
  line('project', 'serve --port abc'),
  line('broken', 'rules good -c settings.yml'),
  line('empty', 'rules x'),
  line('empty', 'scopes'),
  line('empty', 'whoami'),
  line('empty', 'logout'),
  line('empty', 'login'),
  line('empty', 'lint'),
  line('empty', 'lint nowhere'),
];

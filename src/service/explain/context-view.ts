import type { Config } from '../../config/config.ts';
import { settingNames, settings } from '../../config/settings.ts';
import { isSecretName } from '../../config/template-variables.ts';
import { cutText } from '../../model/text/cut-text.ts';
import { oneLine } from '../../render/foreign-text.ts';
import { codeSpan, paragraphs } from '../../render/markdown.ts';
import { builtinFilters } from '../../template/filters/filters.ts';
import type { TestName } from '../../template/parse/ast.ts';
import type { TemplateContext, Value } from '../../template/value.ts';

/** One name that templates can use, or a secret that they cannot. */
interface VariableView {
  readonly name: string;
  /** `setting`, `file`, `environment`, `service`, `scope`, `category` or `plugin <name>`. */
  readonly source: string;
  /** Left out of secrets. */
  readonly value?: unknown;
  /** Only of secrets: whether there is a value. */
  readonly secret?: 'set' | 'unset';
}

/** A plugin as this view shows it. */
interface PluginView {
  readonly name: string;
  readonly description: string;
  readonly state: string;
  readonly reason: string | null;
  readonly filters: readonly string[];
}

/** Everything that the templates of a scope, or of one of its categories, can use. */
export interface ContextView {
  readonly scope_name: string;
  readonly category: string | null;
  readonly variables: readonly VariableView[];
  readonly plugins: readonly PluginView[];
  readonly filters: readonly { readonly name: string; readonly source: string }[];
  readonly tests: readonly string[];
}

export interface ContextViewInput {
  readonly scopeName: string;
  readonly category: string | null;
  readonly config: Config;
  /** As the text renderer has it, with `category` where there is one. */
  readonly context: TemplateContext;
  readonly pluginSources: ReadonlyMap<string, string>;
  readonly plugins: readonly PluginView[];
}

/** A record so that the compiler asks for every test there is. */
const tests: Record<TestName, true> = {
  defined: true,
  none: true,
  string: true,
  number: true,
  true: true,
  false: true,
  empty: true,
};

/** The variables with what is known of each: those that somebody wrote for templates first, settings last. */
export function contextView(input: ContextViewInput): ContextView {
  const { scopeName, category, config, context, pluginSources, plugins } = input;
  const sourceOf = createSourceOf(config, pluginSources);
  const variables = Object.entries(context).map(([name, value]): VariableView => {
    const source = sourceOf(name);
    return isSecretName(name) && source !== 'setting'
      ? { name, source, secret: isUnset(value) ? 'unset' : 'set' }
      : { name, source, value: withoutSecrets(value) };
  });
  const all = [...variables, ...secrets(config, new Set(Object.keys(context)))];
  const builtIn = [...builtinFilters.keys()].map((name) => ({ name, source: 'built in' }));
  const own = plugins.flatMap(({ name: plugin, filters }) =>
    filters.map((name) => ({ name, source: `plugin ${plugin}` })),
  );
  return {
    scope_name: scopeName,
    category,
    variables: all.sort((a, b) => rank(a.source) - rank(b.source)),
    plugins,
    filters: [...builtIn, ...own],
    tests: Object.keys(tests),
  };
}

/** The view as Markdown tables. A name and its UPPER-CASE twin share a row. */
export function contextMarkdown(view: ContextView): string {
  const { scope_name: scope, category, variables, plugins, filters } = view;
  const rows = new Map<string, string[]>();
  for (const { name, source, value, secret } of variables) {
    const shown = secret === undefined ? shorten(JSON.stringify(value) ?? 'null') : `(secret, ${secret})`;
    const key = `${name.toLowerCase()}\0${source}\0${shown}`;
    const row = rows.get(key);
    const cell = secret === undefined ? tableCode(shown) : shown;
    rows.set(key, [row === undefined ? tableCode(name) : `${row[0]}, ${tableCode(name)}`, cell, source]);
  }
  const states = plugins.map(({ name, state, reason, description }) => [
    tableCode(name),
    reason === null ? state : `${state}: ${oneLine(reason).replaceAll('|', '\\|')}`,
    oneLine(description).replaceAll('|', '\\|'),
  ]);
  const names = (source: string) =>
    filters.filter((one) => one.source === source).map(({ name }) => codeSpan(name));
  const own = [...new Set(filters.map(({ source }) => source))].filter((source) => source !== 'built in');
  return paragraphs([
    `# Template context of ${scope}${category === null ? '' : `, category ${category}`}`,
    table(['variable', 'value', 'source'], [...rows.values()]),
    states.length === 0 ? '' : `## Plugins\n\n${table(['plugin', 'state', 'gives'], states)}`,
    `## Filters\n\n${names('built in').join(', ')}`,
    ...own.map((source) => `Of ${source}: ${names(source).join(', ')}`),
    `## Tests\n\n${view.tests.map((name) => codeSpan(`is ${name}`)).join(', ')}`,
  ]);
}

/** Which of all the places that may define a name is the one whose value is in force. */
export function createSourceOf(
  config: Config,
  plugins: ReadonlyMap<string, string>,
): (name: string) => string {
  const inFile = new Set(Object.keys(config.fileVariables).flatMap((name) => [name, name.toUpperCase()]));
  return (name) => {
    const plugin = plugins.get(name);
    if (plugin !== undefined) return `plugin ${plugin}`;
    if (name === 'scope' || name === 'category' || name === 'origin') return name;
    if (name === 'service_version') return 'service';
    if (Object.hasOwn(config.environmentVariables, name)) return 'environment';
    return inFile.has(name) ? 'file' : 'setting';
  };
}

function rank(source: string): number {
  const sources = ['file', 'environment', 'plugin', 'scope', 'origin', 'category', 'service', 'setting'];
  return sources.indexOf(source.startsWith('plugin ') ? 'plugin' : source);
}

/** What is kept from templates: secret settings, and variables that read like secrets. */
function secrets(config: Config, shown: ReadonlySet<string>): VariableView[] {
  const own = settingNames.filter((name) => 'secret' in settings[name]);
  const rows: [string, string, unknown][] = [
    ...own.map((name): [string, string, unknown] => [name, 'setting', config.settings[name]]),
    ...Object.entries(config.fileVariables).map(([name, value]): [string, string, unknown] => [
      name,
      'file',
      value,
    ]),
    ...Object.entries(config.environmentVariables).map(([name, value]): [string, string, unknown] => [
      name,
      'environment',
      value,
    ]),
  ];
  return rows
    .filter(([name, source]) => (source === 'setting' || isSecretName(name)) && !shown.has(name))
    .map(([name, source, value]) => ({ name, source, secret: isUnset(value) ? 'unset' : 'set' }));
}

function isUnset(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === '' || value === null;
}

/** The same data, with set/unset in the place of whatever stands under a name that reads like a secret. */
export function withoutSecrets(value: Value): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutSecrets);
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    isSecretName(name) ? `(secret, ${isUnset(inner) ? 'unset' : 'set'})` : withoutSecrets(inner),
  ]);
  return Object.fromEntries(entries);
}

function shorten(text: string): string {
  return text.length > 160 ? `${cutText(text, 160)}…` : text;
}

function tableCode(text: string): string {
  return codeSpan(text).replaceAll('|', '\\|');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

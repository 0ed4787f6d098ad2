import { mappings } from './config-data.ts';
import { nodeLinter } from './node-tool.ts';

/** Whether a file is ignored is told by an empty text that is linted under its name. */
const script = `
const { default: stylelint } = await import(pathToFileURL(require.resolve('stylelint')).href);
version = JSON.parse(readFileSync(require.resolve('stylelint/package.json'), 'utf8')).version;
names = new Set(Object.keys(stylelint.rules));
for (const file of files) {
  const config = await stylelint.resolveConfig(file).catch((error) => {
    if (/^No configuration provided/.test(error.message)) return undefined;
    throw error;
  });
  const codeFilename = process.cwd() + '/' + file;
  const linted = config && (await stylelint.lint({ code: '', codeFilename })).results[0];
  if (config === undefined || linted === undefined || linted.ignored) {
    add(null);
    continue;
  }
  for (const name of Object.keys(config.pluginFunctions ?? {})) names.add(name);
  const primary = (value) => (Array.isArray(value) ? value[0] : value) ?? false;
  add(Object.entries(config.rules ?? {}).filter(([, value]) => primary(value) !== false).map(([rule]) => rule));
}
`;

export const stylelint = nodeLinter({
  name: 'stylelint',
  lints: /\.(?:css|scss|sass|less|pcss)$/,
  code: /^(?:\.stylelintrc|stylelint\.config)\.[cm]?[jt]s$/,
  data: /^\.stylelintrc(?:\.json|\.ya?ml)?$/,
  script,
  report: {
    program: ['stylelint'],
    args: (files) => ['-f', 'json', '--allow-empty-input', '--', ...files],
    codes: [0, 2],
    // It prints to stderr.
    read: ({ stderr, stdout }) =>
      mappings(JSON.parse((stderr || stdout).slice((stderr || stdout).indexOf('[')))).flatMap(
        ({ source, warnings }) =>
          mappings(warnings).map((one) => ({
            rule: String(one.rule),
            file: String(source),
            line: Number(one.line),
            message: String(one.text),
          })),
      ),
  },
  standing(value) {
    const primary: unknown = Array.isArray(value) ? value[0] : value;
    return primary === null || primary === false ? 'off' : 'on';
  },
  isOff: (data) => data.extends === undefined,
});

import { mappings } from './config-data.ts';
import { nodeLinter } from './node-tool.ts';

const script = `
const { ESLint } = require('eslint');
const { builtinRules } = require('eslint/use-at-your-own-risk');
const eslint = new ESLint({ cwd: process.cwd() });
version = ESLint.version;
names = new Set(builtinRules.keys());
for (const file of files) {
  const config = await eslint.calculateConfigForFile(file).catch((error) => {
    if (error.messageTemplate === 'config-file-missing') return undefined;
    throw error;
  });
  if (config === undefined || (await eslint.isPathIgnored(file))) {
    add(null);
    continue;
  }
  // Before version 9 plugins are names alone, and their rules are not told.
  if (Array.isArray(config.plugins)) names = config.plugins.length === 0 ? names : null;
  else for (const [plugin, { rules }] of Object.entries(config.plugins ?? {}))
    if (plugin !== '@') for (const rule of Object.keys(rules ?? {})) names?.add(plugin + '/' + rule);
  const levels = Object.entries(config.rules ?? {}).map(([rule, value]) => [rule, Array.isArray(value) ? value[0] : value]);
  add(levels.filter(([, level]) => level !== 0 && level !== 'off').map(([rule]) => rule));
}
`;

export const eslint = nodeLinter({
  name: 'eslint',
  lints: /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/,
  code: /^(?:eslint\.config\.[cm]?[jt]s|\.eslintrc\.c?js)$/,
  data: /^\.eslintrc(?:\.json|\.ya?ml)?$/,
  script,
  report: {
    program: ['eslint'],
    args: (files) => ['-f', 'json', '--no-warn-ignored', '--no-error-on-unmatched-pattern', '--', ...files],
    codes: [0, 1],
    read: ({ stdout }) =>
      mappings(JSON.parse(stdout)).flatMap(({ filePath, messages }) =>
        mappings(messages).map((one) => ({
          rule: String(one.ruleId),
          file: String(filePath),
          line: Number(one.line ?? 1),
          message: String(one.message),
        })),
      ),
  },
  standing(value) {
    const level: unknown = Array.isArray(value) ? value[0] : value;
    return level === 0 || level === 'off' ? 'off' : 'on';
  },
  isOff: (data) => data.extends === undefined,
});

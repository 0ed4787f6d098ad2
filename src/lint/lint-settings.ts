import { misplacedKey } from '../config/load/misplaced-key.ts';
import { settingNames, settings } from '../config/settings.ts';
import { type AuthoredText, outlineMapping, textsAt } from '../content/authored.ts';
import { nodeAt } from '../content/node-at.ts';
import type { SourceText } from '../content/text/source-text.ts';
import { parseYamlFile } from '../content/yaml-file.ts';
import { problemCodes } from '../model/problems/problem-codes.ts';
import { didYouMean, isOneEditAway } from '../model/text/nearest.ts';
import { checkBlanks } from './checks/check-blanks.ts';
import { hasTemplate, type TemplateUse } from './checks/template-uses.ts';
import type { CheckedSettings } from './lint-options.ts';
import type { Report } from './report.ts';

export interface SettingsFindings {
  readonly source: SourceText | undefined;
  /** The texts with templates, to be judged in every scope. */
  readonly templates: readonly TemplateUse[];
  /** `scopes` are the names of all that there are; null where others may exist. */
  reportTo(report: Report, scopes: ReadonlySet<string> | null): void;
}

const templateSettings = settingNames.filter((name) => 'template' in settings[name]);

/** Reads a settings file that is known to be sound: keys that were meant as settings, and templates. */
export function lintSettings({ file, bytes, lintCodes, fromFile }: CheckedSettings): SettingsFindings {
  const parsed = parseYamlFile(file, bytes).file;
  if (parsed === null) return { source: undefined, templates: [], reportTo: () => {} };
  const entries = outlineMapping(parsed);
  const templates = templateSettings.flatMap((name): TemplateUse[] => {
    const text = fromFile.has(name) ? (entries.get(name)?.value ?? null) : null;
    return text === null || !hasTemplate(text.text)
      ? []
      : [{ text, category: null, isProcedure: false, author: null, isMust: false }];
  });
  return {
    source: parsed.source,
    templates,
    reportTo(report, scopes) {
      checkBlanks(file, parsed.source, report);
      const scope = fromFile.has('default_scope') ? (entries.get('default_scope')?.value ?? null) : null;
      if (scope !== null && scopes !== null) checkScopeName('default_scope', scope, scopes, report);
      if (fromFile.has('exports') && scopes !== null)
        for (const exported of textsAt(parsed, parsed.root, ['exports', '-', 'scope']))
          checkScopeName('exports', exported, scopes, report);
      for (const [name, { key }] of entries) {
        if ((settingNames as readonly string[]).includes(name)) continue;
        if (name.toLowerCase() === 'origin') {
          const message = `\`${name}\` is not seen by the texts of scopes, in which \`origin\` is the scope that wrote them`;
          report.add('shadowed-variable', key, message, 'Give the variable another name');
        }
        const misplaced = misplacedKey(name, parsed.toPlain(nodeAt(parsed, [name])));
        if (misplaced !== null) {
          report.add(
            'setting-name',
            key,
            misplaced.text.replaceAll('"', '`'),
            misplaced.cure.replace(/\.$/, ''),
          );
          continue;
        }
        const meant = settingNames.find((setting) => isOneEditAway(name.toLowerCase(), setting));
        if (meant === undefined) continue;
        const message = `\`${name}\` is no setting and is read as a template variable`;
        report.add('setting-name', key, message, `Did you mean \`${meant}\`?`);
      }
      const at = entries.get('lint')?.key ?? { file, line: 1, column: 1 };
      for (const code of lintCodes) {
        if (Object.hasOwn(problemCodes, code)) continue;
        const meant = didYouMean(code, Object.keys(problemCodes));
        const hint = meant === null ? 'docs/lint.md lists the codes' : `Did you mean \`${meant}\`?`;
        report.add(
          'lint-code',
          at,
          `the setting \`lint\` names a code that does not exist, \`${code}\``,
          hint,
        );
      }
    },
  };
}

function checkScopeName(
  setting: 'default_scope' | 'exports',
  scope: AuthoredText,
  scopes: ReadonlySet<string>,
  report: Report,
): void {
  if (scopes.has(scope.text)) return;
  const meant = didYouMean(scope.text, scopes);
  const hint = meant === null ? 'Name a folder of the rules folder' : `Did you mean \`${meant}\`?`;
  report.add('unknown-scope', scope, `\`${setting}\` names a scope that does not exist`, hint);
}

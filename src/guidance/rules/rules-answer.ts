import { closingOf } from '../../render/markdown.ts';
import type { TextRenderer } from '../../render/text-renderer.ts';
import type { CategoryFilter } from '../../resolve/category-filter.ts';
import type { ResolvedScope } from '../guidance.ts';
import type { LineSettings } from '../index/index-line.ts';
import { seeAlso } from '../index/see-also.ts';
import { type RulesData, rulesData } from './rules-json.ts';
import { type RulesPresentation, rulesView } from './rules-view.ts';

/** The settings that shape the texts of rules. */
export interface RulesSettings extends LineSettings {
  readonly default_category_description: string;
  readonly rules_markdown_prologue: string;
  readonly rules_markdown_epilogue: string;
  readonly commandments_xml_tag: string;
  readonly suggestions_xml_tag: string;
  readonly rules_categorized: boolean;
}

/** The wanted rules of a scope, rendered with `texts`: a rule that fails, or renders to blank, is left out. */
export function rulesAnswer(
  scope: ResolvedScope,
  wanted: CategoryFilter,
  texts: TextRenderer,
  settings: RulesSettings,
): { data: RulesData; presentation: RulesPresentation } {
  const view = rulesView(scope, wanted, texts, settings.default_category_description);
  const data = rulesData(view);
  // These count for Markdown only, so that what fails in them is not in the data.
  const own = texts.for('local');
  const prologue = own.render('prologue', 'rules markdown prologue', settings.rules_markdown_prologue) ?? '';
  const links = texts.raw ? [] : seeAlso(scope, wanted, texts, settings);
  const epilogue = own.render('epilogue', 'rules markdown epilogue', settings.rules_markdown_epilogue) ?? '';
  return {
    data,
    presentation: {
      commandments: view.commandments,
      suggestions: view.suggestions,
      prologue,
      links,
      epilogue,
      tags: { commandments: settings.commandments_xml_tag, suggestions: settings.suggestions_xml_tag },
      categorized: settings.rules_categorized,
      ...closingOf(texts),
    },
  };
}

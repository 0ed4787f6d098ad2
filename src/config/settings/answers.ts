import { toolNames } from '../../model/names/tool-names.ts';
import type { SettingRow } from './setting-row.ts';

const elementName = {
  pattern: /^(?:[\p{L}_][\p{L}\p{N}_.:-]*)?$/u,
  words: 'the name of an XML element, like rule, without angle brackets',
};

/** What answers hold, how they are written, and what a search finds. */
export const answerSettings = {
  default_category_description: {
    kind: 'text',
    template: true,
    default: 'These rules apply at all times',
    about: 'Shown where neither a category nor an ancestor says when it applies',
  },
  rules_markdown_prologue: {
    kind: 'text',
    template: true,
    default: '',
    about: 'Template put before the rules in Markdown',
  },
  rules_markdown_epilogue: { kind: 'text', template: true, default: '', about: 'Template put after them' },
  index_markdown_prologue: {
    kind: 'text',
    template: true,
    default: '',
    about: 'Template put before the category index in Markdown',
  },
  index_markdown_epilogue: { kind: 'text', template: true, default: '', about: 'Template put after it' },
  index_tags: { kind: 'boolean', default: false, about: 'The category index in Markdown shows tags' },
  index_katas: {
    kind: 'boolean',
    default: true,
    about: 'It shows the names of katas beside their categories',
  },
  index_max_tokens: {
    kind: 'integer',
    default: 4000,
    min: 0,
    max: 1_000_000_000,
    about: 'How long it may be, in tokens, before its deepest levels are folded; 0 never folds',
  },
  rules_max_tokens: {
    kind: 'integer',
    default: 8000,
    min: 0,
    max: 1_000_000_000,
    about:
      'How long an answer of the tool get_rules may be, in tokens, before it gives the index instead; 0 never does',
  },
  hook_max_tokens: {
    kind: 'integer',
    default: 600,
    min: 0,
    max: 1_000_000_000,
    about:
      'How long the rules are that a hook shows at once, in tokens; what does not fit is named. 0 leaves the limit to the client',
  },
  mcp_tools: {
    kind: 'list',
    default: [],
    items: {
      among: toolNames.flatMap((name) => [name, `-${name}`]),
      words: `a list of tools, -name for all but that: ${toolNames.join(', ')}`,
    },
    about:
      'Tools that agents are offered, `-name` for all but that; those for visions only where there is one',
  },
  skills: {
    kind: 'boolean',
    default: true,
    about: 'Katas are served as Agent Skills too, over MCP and HTTP',
  },
  commandments_xml_tag: {
    kind: 'text',
    default: '',
    form: elementName,
    about: 'XML element put around the text of each commandment',
  },
  suggestions_xml_tag: {
    kind: 'text',
    default: '',
    form: elementName,
    about: 'XML element put around the text of each suggestion',
  },
  rules_categorized: {
    kind: 'boolean',
    default: true,
    about: 'Rules under category headings; false gives two flat lists',
  },
  rules_details: {
    kind: 'list',
    default: ['why', 'examples'],
    items: { among: ['why', 'examples'], words: 'a list of why, examples' },
    about: 'What Markdown and exports show of rules beside their texts; an empty list for nothing',
  },
  search_language: {
    kind: 'choice',
    default: 'en',
    choices: ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'sv', 'da', 'no', 'fi', 'ru', 'none'],
    about:
      'Language whose words are found in all their forms; Chinese, Japanese and Thai are split into words whatever it is',
  },
  search_learns: {
    kind: 'boolean',
    default: true,
    about: 'Reports of missed categories help to find them for tasks like those',
  },
} as const satisfies Record<string, SettingRow>;

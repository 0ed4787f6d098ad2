import { maxWhenLength } from '../model/max-when-length.ts';
import { cutText } from '../model/text/cut-text.ts';
import { stripHidden } from '../model/text/hidden-text.ts';
import type { Filter } from '../template/filters/filters.ts';
import { createBudget } from '../template/render/budget.ts';
import { type RenderFailure, renderTemplate } from '../template/render/render-template.ts';
import type { TemplateContext } from '../template/value.ts';

export type ElementType =
  | 'rule'
  | 'why'
  | 'when'
  | 'kata'
  | 'story'
  | 'prologue'
  | 'epilogue'
  | 'default_category_description';

/** A template that could not be rendered, as answers report it. */
export interface TemplateFailure {
  readonly element_type: ElementType;
  readonly element_identifier: string;
  /** At most 200 characters. */
  readonly template_text: string;
  readonly error_message: string;
  readonly variable_name: string | null;
}

/** What `category` means to the templates of one category. */
export interface CategoryContext {
  readonly key: string;
  /** Undefined where its template fails: what shows it fails as well. */
  readonly when: string | null | undefined;
}

/** Renders the texts of one answer: one context, one budget, one list of failures. */
export interface TextRenderer {
  /** True when texts are given back as written and no fallbacks apply. */
  readonly raw: boolean;
  /** Hidden characters that a text without any writes are taken out. */
  readonly withoutHidden: boolean;
  /** The rendered text, or null after reporting a failure. */
  render(type: ElementType, identifier: string, text: string, category?: CategoryContext): string | null;
  /** The rendered text, in which every failing expression stays as written and is reported. */
  keep(type: ElementType, identifier: string, text: string, category?: CategoryContext): string;
  /** What was made of a rendered text, a flowchart's steps for instance, under the same rule about hidden characters. */
  plain(type: ElementType, identifier: string, source: string, made: string): string;
  /**
   * The one for texts of a server, or of a scope of it, which they may ask about: `local` ones, those of settings among them, may
   * see less than a master's.
   */
  for(by: string | Author): TextRenderer;
  /** The same for texts that the answer does not show: what fails in them is not reported. */
  readonly unshown: TextRenderer;
  readonly failures: readonly TemplateFailure[];
}

/** The scope that wrote a text, and its server. */
export interface Author {
  readonly server: string;
  readonly scope: string;
}

/** What templates see of the scope that wrote them. */
export interface TemplateOrigin {
  readonly name: string;
  readonly tags: Readonly<Record<string, string>>;
}

export interface TextRendererOptions {
  /** What `origin` is in the texts of an author. */
  readonly originOf?: (author: Author) => TemplateOrigin;
  /** The context of `local` texts, where that is another. */
  readonly localContext?: TemplateContext;
  /** Filters of plugins. */
  readonly filters?: ReadonlyMap<string, Filter>;
  /** Values of plugins. They are in the context too; these win over `category`, which wins over the settings' variables. */
  readonly pluginValues?: TemplateContext;
  /** Takes out and reports hidden characters that a text without any writes: masters' texts come without, and stay so. */
  readonly withoutHidden?: boolean;
  /** Hears of each failure, with the text it is in. */
  readonly onFailure?: (text: string, failure: RenderFailure) => void;
}

/**
 * A renderer for one answer. `context` holds every variable but `category`. What masters' templates use up is taken from nothing that
 * local ones may use.
 */
export function createTextRenderer(
  context: TemplateContext,
  options: TextRendererOptions = {},
): TextRenderer {
  const budgets = { ofMasters: createBudget(), ofLocal: createBudget() };
  const { onFailure: _, ...quiet } = options;
  const unshown = createPair(context, quiet, budgets, () => unshown);
  return createPair(context, options, budgets, () => unshown);
}

/** The renderer of masters' texts, which leads to that of local ones: they report together. */
function createPair(
  context: TemplateContext,
  options: TextRendererOptions,
  budgets: { readonly ofMasters: Budget; readonly ofLocal: Budget },
  unshown: () => TextRenderer,
): TextRenderer {
  const { localContext = context } = options;
  const reports = createReports();
  const { originOf } = options;
  const authored = new Map<string, TextRenderer>();
  let last: { readonly author: Author; readonly texts: TextRenderer } | undefined;
  /** Texts of one author follow each other by the thousand. */
  const byAuthor = (author: Author): TextRenderer => {
    if (last?.author.server !== author.server || last.author.scope !== author.scope)
      last = { author, texts: rendererOf(author) };
    return last.texts;
  };
  const rendererOf = (author: Author): TextRenderer => {
    const isLocal = author.server === 'local';
    const base = isLocal ? ofLocal : ofMasters;
    if (originOf === undefined) return base;
    const key = `${author.server} ${author.scope}`;
    const known = authored.get(key);
    if (known !== undefined) return known;
    const own = lazily(() => {
      const { name, tags } = originOf(author);
      const from = { ...(isLocal ? localContext : context), origin: { name, tags } };
      const budget = isLocal ? budgets.ofLocal : budgets.ofMasters;
      return createRenderer({ ...from, ...options.pluginValues }, options, budget, reports);
    });
    const made: TextRenderer = {
      ...base,
      render: (type, identifier, text, category) =>
        (asksForOrigin(text) ? own() : base).render(type, identifier, text, category),
      keep: (type, identifier, text, category) =>
        (asksForOrigin(text) ? own() : base).keep(type, identifier, text, category),
    };
    authored.set(key, made);
    return made;
  };
  const create = (own: TemplateContext, budget: Budget): TextRenderer => ({
    ...createRenderer(own, options, budget, reports),
    for: (by) => (typeof by !== 'string' ? byAuthor(by) : by === 'local' ? ofLocal : ofMasters),
    get unshown() {
      return unshown();
    },
  });
  const ofMasters = create(context, budgets.ofMasters);
  const ofLocal = create(localContext, budgets.ofLocal);
  return ofMasters;
}

/** Whether who wrote a text may matter to it, were it only to say that a tag is theirs. */
function asksForOrigin(text: string): boolean {
  return text.includes('origin') || text.includes('tags');
}

function lazily<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

type Budget = ReturnType<typeof createBudget>;

/** The failures of one answer. */
function createReports() {
  const failures: TemplateFailure[] = [];
  /** Of the one text for many categories, which fails in each of them in the same way. */
  const defaults = new Set<string>();
  return {
    failures,
    /** Whether it is the first of its kind: of a text for many categories, each failure counts once. */
    isNew(type: ElementType, message: string): boolean {
      if (type !== 'default_category_description') return true;
      if (defaults.has(message)) return false;
      defaults.add(message);
      return true;
    },
    add(
      type: ElementType,
      identifier: string,
      template: string,
      message: string,
      variable: string | null = null,
    ): void {
      failures.push({
        element_type: type,
        element_identifier: identifier,
        template_text: cutText(template, 200),
        error_message: cutText(message, 500),
        variable_name: variable === null ? null : cutText(variable, 200),
      });
    },
  };
}

function createRenderer(
  context: TemplateContext,
  { filters, pluginValues = {}, withoutHidden = false, onFailure }: TextRendererOptions,
  budget: Budget,
  reports: ReturnType<typeof createReports>,
): Omit<TextRenderer, 'for' | 'unshown'> {
  let inCategory: (CategoryContext & { context: TemplateContext }) | undefined;

  const contextFor = (category: CategoryContext | undefined, text: string) => {
    if (category === undefined) return context;
    // Whose category it is shows only where that is named; the names of the context are the same for all.
    if (inCategory !== undefined && !text.includes('category')) return inCategory.context;
    if (inCategory?.key !== category.key || inCategory.when !== category.when) {
      const { key, when } = category;
      const own = when === undefined ? { key } : { key, when };
      inCategory = { key, when, context: { ...context, category: own, ...pluginValues } };
    }
    return inCategory.context;
  };

  const plain = (type: ElementType, identifier: string, source: string, made: string) => {
    if (!withoutHidden) return made;
    const shown = stripHidden(made);
    if (shown === made || stripHidden(source) !== source) return made;
    reports.add(type, identifier, source, 'it writes hidden characters, which were taken out');
    return shown;
  };

  const renderText = (
    type: ElementType,
    identifier: string,
    text: string,
    category: CategoryContext | undefined,
    keepFailing: boolean,
  ) => {
    if (!text.includes('{{') && !text.includes('{%')) return text;
    const result = renderTemplate(text, {
      context: contextFor(category, text),
      budget,
      keepFailing,
      ...(filters === undefined ? {} : { filters }),
    });
    for (const failure of result.failures) {
      if (!reports.isNew(type, failure.message)) continue;
      onFailure?.(text, failure);
      const { source, variableName } = failure;
      const isOfWhen = category?.when === undefined && isCategoryWhen(variableName);
      const message = isOfWhen ? failedWhen(variableName) : failure.message;
      reports.add(type, identifier, keepFailing ? source : text, message, variableName);
    }
    if (result.text === null) return null;
    // It is written with every category that inherits it.
    const isWhen = type === 'when' || type === 'default_category_description';
    if (!isWhen || result.text.length <= maxWhenLength) return plain(type, identifier, text, result.text);
    const limit = `limit reached: a when may become at most ${maxWhenLength} characters long`;
    reports.add(type, identifier, text, limit);
    return null;
  };

  return {
    raw: false,
    withoutHidden,
    plain,
    failures: reports.failures,
    render: (type, identifier, text, category) => renderText(type, identifier, text, category, false),
    keep: (type, identifier, text, category) => renderText(type, identifier, text, category, true) ?? text,
  };
}

/** Whether a failure blames `category.when`, by the name that it has for it. */
export function isCategoryWhen(variableName: string | null): variableName is string {
  return /^category(?:\.when(?![\w])|\[)/.test(variableName ?? '');
}

function failedWhen(variableName: string): string {
  return `"${variableName}" has no value: the \`when\` of the category could not be rendered`;
}

/** Gives every text back as written (`debug=true`). */
export const rawRenderer: TextRenderer = {
  raw: true,
  withoutHidden: false,
  failures: [],
  render: (_type, _identifier, text) => text,
  keep: (_type, _identifier, text) => text,
  plain: (_type, _identifier, _source, made) => made,
  for: () => rawRenderer,
  get unshown() {
    return rawRenderer;
  },
};

import type { Asked, PlannedRule } from '../plan.ts';

/**
 * The rules that a run was told of, and those that it got in full, from what its server answered: a rule is read where an answer holds its
 * text, or where rules of its category were asked for; it is offered where it is read, or an answer names its category or its id.
 */
export function whatWasAsked(
  rules: readonly PlannedRule[],
  asked: readonly Asked[],
): { readonly offered: readonly string[]; readonly read: readonly string[] } {
  const texts = asked.map(({ text }) => flat(text));
  const read = rules.filter(
    ({ text, category }) =>
      texts.some((one) => one.includes(flat(text))) || asked.some((one) => asksFor(one, category)),
  );
  const offered = rules.filter(
    (rule) => read.includes(rule) || texts.some((text) => names(text, rule.category) || names(text, rule.id)),
  );
  return { offered: offered.map(({ id }) => id), read: read.map(({ id }) => id) };
}

/** A text without what Markdown adds, so that a rule is found in an answer however that is laid out. */
function flat(text: string): string {
  return text.replace(/[\s*_`\\>#-]+/g, ' ').trim();
}

/** Whether a text has a name as a word of its own. */
function names(text: string, name: string): boolean {
  const wanted = flat(name);
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const [before = ' ', after = ' '] = [text[at - 1], text[at + wanted.length]];
    if (!/[\w.]/.test(before) && !/\w/.test(after)) return true;
  }
  return false;
}

/** Whether the rules of a category were asked for by its key, whatever their templates became. */
function asksFor({ tool, arguments: given, text }: Asked, category: string): boolean {
  if (tool !== 'get_rules' || text === '') return false;
  const { categories } = Object(given) as { categories?: unknown };
  const list = Array.isArray(categories) ? categories : String(categories ?? '').split(',');
  return list.some((one) => {
    const key = String(one).trim();
    return key !== '' && (category === key || category.startsWith(`${key}.`));
  });
}

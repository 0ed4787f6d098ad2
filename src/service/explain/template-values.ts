import { isSecretName } from '../../config/template-variables.ts';
import { cutText } from '../../model/text/cut-text.ts';
import { findUses } from '../../template/parse/find-uses.ts';
import { parseTemplate } from '../../template/parse/parse-template.ts';
import { isMapping, type TemplateContext, type Value } from '../../template/value.ts';
import { withoutSecrets } from './context-view.ts';

/** A variable that a text uses. */
export interface TemplateValue {
  /** As written: `scope.tags['team']`. */
  readonly name: string;
  /** Null where it has none, and where that is a secret. */
  readonly value: unknown;
  /** Where the value comes from: `setting`, `file`, `environment`, `plugin …`; `unset` or `secret` where there is none. */
  readonly source: string;
}

/** Characters of a value's JSON; more of it is cut. */
const maxValue = 1000;

/** The variables of its context that a text uses, each once, with value and source. */
export function templateValues(
  text: string,
  context: TemplateContext,
  sourceOf: (name: string) => string,
): readonly TemplateValue[] {
  if (!text.includes('{{') && !text.includes('{%')) return [];
  const uses = new Map(findUses(parseTemplate(text)).variables.map((use) => [use.name, use.path]));
  return [...uses].map(([name, path]): TemplateValue => {
    if (path.some(isSecretName)) return { name, value: null, source: 'secret' };
    const value = path.reduce<Value | undefined>(memberOf, context as Value);
    if (value === undefined) return { name, value: null, source: 'unset' };
    return { name, value: bounded(withoutSecrets(value)), source: sourceOf(path[0] ?? '') };
  });
}

function memberOf(value: Value | undefined, key: string): Value | undefined {
  if (Array.isArray(value)) return /^\d+$/.test(key) ? value[Number(key)] : undefined;
  return isMapping(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function bounded(value: unknown): unknown {
  const json = JSON.stringify(value) ?? 'null';
  if (json.length <= maxValue) return value;
  return `${cutText(typeof value === 'string' ? value : json, maxValue)}…`;
}

import { toText } from '../render/to-text.ts';
import { TemplateError } from '../template-error.ts';
import { kindOf, type Value } from '../value.ts';

/** A pure function that a template can call: `value | name(args)`. It may throw; that becomes a failure of the template. */
export type Filter = (value: Value, args: readonly Value[]) => Value;

/** Gives a filter that refuses more than `most` or fewer than `least` arguments. */
export function withArguments(name: string, least: number, most: number, filter: Filter): Filter {
  const wanted = least === most ? `${most}` : `${least} to ${most}`;
  return (value, args) => {
    if (args.length < least || args.length > most) {
      throw new TemplateError(`the filter ${name} takes ${wanted} arguments, not ${args.length}`);
    }
    return filter(value, args);
  };
}

/** A string, number or boolean as a string; anything else is a TemplateError. */
export function stringOf(value: Value, user: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return toText(value);
  throw new TemplateError(`${user} needs a string, not ${kindOf(value)}`);
}

/** A number as it is; anything else is a TemplateError. */
export function numberOf(value: Value, user: string): number {
  if (typeof value === 'number') return value;
  throw new TemplateError(`${user} needs a number, not ${kindOf(value)}`);
}

/** A whole number from `least` to `most`; `fallback` for an argument that was not given. */
export function integerOf(value: Value, fallback: number, least: number, most: number, user: string): number {
  if (value === undefined) return fallback;
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  const given = typeof value === 'number' ? value : kindOf(value);
  throw new TemplateError(`${user} needs a whole number from ${least} to ${most}, not ${given}`);
}

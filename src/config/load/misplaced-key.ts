import { settingNames } from '../settings.ts';

/** Keys that only metadata.yml of a scope has a use for; variables may well be called `name`, `description` or `tags`. */
const metadataKeys: readonly string[] = ['parent', 'parents', 'lint_ignore', 'auth'];

/** What is wrong with a key of a settings file that is a variable of templates and was meant otherwise; null for any other. */
export function misplacedKey(
  name: string,
  value: unknown,
): { readonly text: string; readonly cure: string } | null {
  if (metadataKeys.includes(name))
    return {
      text: `"${name}" is read as a template variable; only metadata.yml of a scope gives it a meaning`,
      cure: 'Move it into metadata.yml of the scope.',
    };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const inside = Object.keys(value).filter((key) => (settingNames as readonly string[]).includes(key));
  if (inside.length === 0) return null;
  return {
    text: `"${name}" is read as a template variable, so that the settings below it have no effect: ${inside.join(', ')}`,
    cure: `Write them at the start of a line, without "${name}:" above.`,
  };
}

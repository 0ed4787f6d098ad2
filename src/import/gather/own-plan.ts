/** The first words of a plan that is opened in an editor. */
export const planHead = 'What the scope is to have.';

/** Whether a file is a plan of an import itself, as `--format json` prints it or an editor had it, and no text with rules. */
export function isOwnPlan(path: string, bytes: Buffer): boolean {
  const text = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (text.startsWith('{')) return isReport(text);
  return text.startsWith(`# ${planHead}`) || (/\.ya?ml$/i.test(path) && /^categories:/m.test(text));
}

function isReport(text: string): boolean {
  try {
    const data: unknown = JSON.parse(text);
    return ['scope', 'sources', 'counts', 'unaccounted'].every((key) => Object.hasOwn(data as object, key));
  } catch {
    return false;
  }
}

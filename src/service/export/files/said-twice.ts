import { findBlocks } from '../../../model/text/marked-block.ts';

/** Letters of a line that can hardly stand in two places by chance. */
const tellingLength = 20;

/** A warning about the rules of a block that a shared file has outside of all blocks too, as an import leaves them; null for none. */
export function saidTwice(path: string, body: string, before: string): string | null {
  const rules = new Set(
    body.split('\n').flatMap((line) => /^- \*\*(?:MUST|SHOULD)\*\*: (.+)$/.exec(line)?.[1]?.trim() ?? []),
  );
  const blocks = findBlocks(before);
  const found: number[] = [];
  let at = 0;
  for (const [index, line] of before.split('\n').entries()) {
    const start = at;
    at += line.length + 1;
    const said = line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '').trim();
    if (said.length < tellingLength || !rules.has(said)) continue;
    if (!blocks.some((block) => block.start <= start && start < block.end)) found.push(index + 1);
  }
  const [first] = found;
  if (first === undefined) return null;
  const [what, where, them] =
    found.length === 1
      ? ['a rule', `on line ${first}`, 'it']
      : [`${found.length} rules`, `from line ${first} on`, 'them'];
  return `${path} has ${what} of its block outside of it too, ${where}; remove ${them} there, or clients read ${them} twice.`;
}

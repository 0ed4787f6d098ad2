// The example company's own plugin: enabled in ../acme/settings.yml, used by a few of the rules in ../acme/rules.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const ticketKey = /\b[A-Z][A-Z0-9]+-\d+\b/;

/** @type {import('precept-mcp').Plugin} */
export default {
  name: 'acme',
  description: 'Owner of the code by CODEOWNERS, address of the tracker, and the ticket that a branch is for',

  async context(_scope, { cwd }) {
    const owners = await codeOwners(cwd);
    return { tracker_url: 'https://tracker.acme.example', ...(owners && { code_owner: owners }) };
  },

  filters: {
    /** `'fix/PAY-12-rounding' | ticket` is `PAY-12`; the argument stands in for a missing one. */
    ticket: (text, [fallback = '']) => ticketKey.exec(String(text))?.[0] ?? fallback,
  },
};

/** Who owns what nobody else does: the last `*` line of CODEOWNERS. Null where there is none. */
async function codeOwners(folder) {
  for (const place of ['CODEOWNERS', '.github/CODEOWNERS', 'docs/CODEOWNERS']) {
    const text = await readFile(path.join(folder, place), 'utf8').catch(() => null);
    const owners = [...(text ?? '').matchAll(/^\*[ \t]+([^#\r\n]+)/gm)].at(-1)?.[1]?.trim();
    if (owners) return owners;
  }
  return null;
}

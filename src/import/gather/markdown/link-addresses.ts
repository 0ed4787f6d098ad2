import type { Finding } from '../../report.ts';

const definition = /^ {0,3}\[([^\]]{1,200})\]:\s*\S/;

/** The findings with the addresses (`[name]: https://…`) of the links by name that their rules hold, below each rule. */
export function withAddresses(findings: readonly Finding[], lines: readonly string[]): Finding[] {
  const addresses = new Map<string, string>();
  for (const line of lines) {
    const label = definition.exec(line)?.[1]?.toLowerCase();
    if (label !== undefined && !addresses.has(label)) addresses.set(label, line.trim());
  }
  if (addresses.size === 0) return [...findings];
  return findings.map((finding) => {
    const { rule } = finding;
    if (rule === undefined) return finding;
    const used = new Set<string>();
    for (const [, label = ''] of rule.text.matchAll(/\[([^[\]]{1,200})\]/g)) {
      const address = addresses.get(label.toLowerCase());
      if (address !== undefined && !rule.text.includes(address)) used.add(address);
    }
    if (used.size === 0) return finding;
    return { ...finding, rule: { ...rule, text: `${rule.text}\n\n${[...used].join('\n')}` } };
  });
}

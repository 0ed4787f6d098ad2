import { createHash } from 'node:crypto';

/** The ids that rules of one strength have by docs/formats.md. */
export function idsOf(kind: 'commandments' | 'suggestions', texts: readonly string[]): string[] {
  return texts.map((text) =>
    createHash('sha256').update(`${kind}\n${text}`, 'utf8').digest('hex').slice(0, 10),
  );
}

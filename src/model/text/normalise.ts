/** A rule's text without what differs between how it is written and how it is quoted: spacing, bullet, MUST, SHOULD. */
export function normalise(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:[-*] )?(?:\*\*)?(?:MUST|SHOULD)(?:\*\*)?: /, '');
}

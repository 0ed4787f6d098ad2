/** The address of a file of a skill: scope, category and kata, one segment each, and the file's own path. */
export function skillAddress(segments: readonly string[]): string {
  return `skill://${segments.map(encodeURIComponent).join('/')}`;
}

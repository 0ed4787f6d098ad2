/**
 * Why something failed, as one short text: the innermost message of an error and its causes, because fetch hides
 * "connect ECONNREFUSED …" behind "fetch failed"; its code where it has no message.
 */
export function reasonOf(error: unknown): string {
  let current = error;
  while (current instanceof Error && current.cause instanceof Error) current = current.cause;
  if (!(current instanceof Error)) return String(current);
  const code = 'code' in current && typeof current.code === 'string' ? current.code : '';
  return current.message || code || 'no reason given';
}

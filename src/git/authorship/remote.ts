/**
 * The address of a remote without what lets someone in: user and password of web addresses, passwords of others, and
 * the query. Null for a web address that cannot be read, for then nobody knows where its secrets are.
 */
export function withoutCredentials(remote: string): string | null {
  const start = remote.indexOf('://');
  if (start < 0) return remote;
  if (!/^ssh|\+ssh$/i.test(remote.slice(0, start))) {
    const isWeb = /^https?$/i.test(remote.slice(0, start));
    if (isWeb && !URL.canParse(remote)) return null;
    const bare = remote.replace(/:\/\/[^/?#]*@/, '://');
    return isWeb ? bare.replace(/[?#].*$/s, '') : bare;
  }
  return remote.replace(/:\/\/([^:@/?#]*):[^/?#]*@/, '://$1@');
}

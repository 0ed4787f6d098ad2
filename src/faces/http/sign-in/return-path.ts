/** Characters of an address that is gone back to. */
const longest = 1500;
/** A path that stays on this server however often it is decoded on its way, by a proxy for instance. */
const own = /^\/(?![/\\]|%(?:2f|5c|25))[!-[\]-~]*$/i;

/** Where a person goes after signing in: the path and query that were asked for if they are of this server, else the start page. */
export function toReturnPath(asked: string | null): string {
  if (asked === null || asked.length > longest || !own.test(asked)) return '/';
  const base = 'http://own.invalid';
  if (!URL.canParse(asked, base)) return '/';
  // What browsers make of it, without dots.
  const { origin, pathname, search } = new URL(asked, base);
  const isOwn = origin === base && own.test(pathname) && !/^\/auth(?:\/|$)/i.test(pathname);
  return isOwn ? pathname + search : '/';
}

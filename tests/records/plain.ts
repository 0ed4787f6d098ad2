/** What differs from run to run, and what stands for it in a record. */
export interface Varying {
  /** Text -> name, like the address of a server; the longest text is replaced first. */
  readonly names: ReadonlyMap<string, string>;
}

const patterns: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z| UTC|\\?[+-]\d\d:\d\d)/g, '<time>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<uuid>'],
  [/\b\d+(?:\.\d+)? ?ms\b/g, '<n> ms'],
  [/"(latency_ms|uptime_seconds|age_seconds|pid)":( ?)\d+(?:\.\d+)?/g, '"$1":$2<n>'],
  [/\blast answer \d+ s ago/g, 'last answer <n> s ago'],
  [/\bage_seconds: \d+/g, 'age_seconds: <n>'],
  [/(?:\blocalhost|\[::1\]):\d+/g, '<loopback>'],
  [/(\?v=|\/swagger-ui\/)[0-9a-f]{6,}/g, '$1<hash>'],
];

/** Text with times, addresses, temporary folders and versions replaced by names. */
export function plain(text: string, { names }: Varying): string {
  let written = text;
  const longestFirst = [...names].sort(([one], [other]) => other.length - one.length);
  for (const [varying, name] of longestFirst) written = written.replaceAll(varying, name);
  for (const [pattern, name] of patterns) written = written.replace(pattern, name);
  return written;
}

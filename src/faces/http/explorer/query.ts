/** Longer values of a query are cut: no name is as long. */
const maxLength = 200;

/** A value of a page's query; empty without one. */
export function queryText(query: URLSearchParams, key: string): string {
  return (query.get(key) ?? '').trim().slice(0, maxLength);
}

/** Whether a page's query turns something on. */
export function isOn(query: URLSearchParams, key: string): boolean {
  return ['1', 'true'].includes(query.get(key) ?? '');
}

/** The query of a link, with its question mark; empty where nothing is asked. */
export function writeQuery(values: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''));
  return query.size === 0 ? '' : `?${query}`;
}

/** A day as `YYYY-MM-DD`, in UTC. Days of this form sort as texts. */
export function utcDay(time: number = Date.now()): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Whether a text is a day that there is: 2027-02-30 is none. */
export function isUtcDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && utcDay(time) === text;
}

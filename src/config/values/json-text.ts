/** The data of a text that a flag or the environment gives as JSON; null where it is no JSON. */
export function jsonData(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

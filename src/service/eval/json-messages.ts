/** The messages that an agent prints as JSON: one document, a list of them, or one a line. Empty where it prints none. */
export function messagesIn(stdout: string): unknown[] {
  const whole = parse(stdout.trim());
  if (whole !== undefined) return Array.isArray(whole) ? whole : [whole];
  return stdout
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('{'))
    .flatMap((line) => parse(line) ?? []);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a text asks who wrote it. */
export function saysOrigin(text: string | null | undefined): boolean {
  return typeof text === 'string' && /\{[{%]/.test(text) && /\borigin\s*[.[]/.test(text);
}

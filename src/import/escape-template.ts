/** A text whose opening marks of templates stand for themselves, so that it is served as it was written. */
export function escapeTemplate(text: string): string {
  return text.replace(/\{[{%#]/g, (mark) => `{{ '${mark}' }}`);
}

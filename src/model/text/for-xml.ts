/** Text for attributes and elements of XML 1.0, which cannot hold most control characters. */
export function forXml(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, (found) => (/[\t\n\r]/.test(found) ? found : '\ufffd'))
    .replace(/[&<>"\t\n\r]/g, (found) => `&#${found.charCodeAt(0)};`);
}

/** Text as a terminal may have it: what it would act on instead of showing is shown, line breaks and tabs aside. */
export function forTerminal(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(controls, (char) => {
    const code = char.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '\u2421' : '\ufffd';
  });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal acts on.
const controls = /[\0-\x08\x0b-\x1f\x7f-\x9f]/g;

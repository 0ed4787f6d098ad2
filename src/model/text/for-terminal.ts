/** Text as a terminal may have it: what it would act on instead of showing is shown, line breaks and tabs aside. */
export function forTerminal(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(controls, (char) => {
    const code = char.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '\u2421' : '\ufffd';
  });
}

/** Control characters, and those that turn the direction of what follows or end a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal acts on.
const controls = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Text that quotes others as terminals and build servers may have it: what these would obey (`::error::` at the start of a line for GitHub,
 * `##[error]`, `##vso[…]` and `##teamcity[…]` anywhere) is parted by a blank.
 */
export function forReport(text: string): string {
  return withoutCommands(forTerminal(text));
}

/** The same for text that has colours of ours. */
export function withoutCommands(text: string): string {
  return text.replace(commandMark, '# #').replace(commandStart, '$1: ');
}

const commandMark = /##(?=(?:vso|teamcity)?\[)/gi;
const commandStart = /^([^\S\n]*):(?=:)/gm;

/** Data as JSON in which no terminal and no build server finds anything to act on, or to hide. */
export function jsonForTerminal(data: object, indent?: number): string {
  return JSON.stringify(data, null, indent).replace(unseen, escaped).replace(commandMark, '#\\u0023');
}

/** What JSON.stringify leaves as it is: other control characters, and those that have no picture. */
const unseen = /[\x7f-\x9f\p{Cf}\u2028\u2029]/gu;

function escaped(sign: string): string {
  return sign.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

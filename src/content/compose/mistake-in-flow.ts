/** What is wrong in a list or mapping in brackets, and how to fix it. */
interface MistakeInFlow {
  readonly message: string;
  readonly hint: string;
}

/** UTF-16 units of a line that are looked at, and of a text that is shown. */
const maxLine = 1000;
const maxShown = 60;

const openers: Readonly<Record<string, string>> = { '}': '{', ']': '[' };

/**
 * What the composer says of a list or mapping in brackets (`said`, at a place of the text), in words that name the sign: a bracket too
 * many, or a text that has brackets and no quotes. Null for what it says of anything else.
 */
export function mistakeInFlow(said: string, text: string, at: number): MistakeInFlow | null {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  const line = text.slice(start, Math.min(end === -1 ? text.length : end, start + maxLine)).trimEnd();
  const sign = text[at] ?? '';
  if (/^unexpected flow-(?:map|seq)-end token in YAML stream/.test(said) || isTooMany(said, sign, line))
    return { message: `one ${sign} too many`, hint: 'Remove it, or put the text around it in quotes' };
  if (!said.endsWith(' at node end') || at - start >= line.length) return null;
  const value = valueAround(line, at - start);
  if (value === null) return null;
  const [quote] = /^["']/.exec(value) ?? [];
  if (quote !== undefined && !/[[{]/.test(sign)) return { message: said, hint: ownQuotes[quote] ?? '' };
  const shown = value.length > maxShown ? '' : `, like '${value.replaceAll("'", "''")}'`;
  const message = /[[{]/.test(sign) ? `a ${sign} in a text without quotes` : said;
  return { message, hint: `Put the text in quotes${shown}` };
}

const ownQuotes: Readonly<Record<string, string>> = {
  '"': 'Write \\" for a quote inside quotes, or put the whole text in single quotes',
  "'": "Write '' for a quote inside single quotes, or put the whole text in double quotes",
};

/** Whether a line has more of a closing bracket than of the one that opens, where another had to come. */
function isTooMany(said: string, sign: string, line: string): boolean {
  const opener = openers[sign];
  if (opener === undefined || !/end with a [\]}]$/.test(said)) return false;
  const bare = line.replace(/"[^"]*"|'[^']*'/g, '');
  const count = (one: string) => bare.split(one).length;
  return count(sign) > count(opener);
}

/** The value of a list or mapping in brackets that a place of a line is in; null for one that is in none. */
function valueAround(line: string, at: number): string | null {
  /** Where the value starts at each level of brackets that is open. */
  const starts = [0];
  for (let place = 0; place < at; place++) {
    const sign = line[place] ?? '';
    const level = starts.length - 1;
    if (/["']/.test(sign) && line.slice(starts[level], place).trim() === '') {
      const close = line.indexOf(sign, place + 1);
      if (close === -1 || close >= at) break;
      place = close;
    } else if (/[[{]/.test(sign)) starts.push(place + 1);
    else if (/[\]}]/.test(sign) && level > 0) starts.pop();
    else if (
      /[:,-] /.test(line.slice(place, place + 2)) &&
      (sign !== '-' || line.slice(0, place).trim() === '')
    )
      starts[level] = place + 2;
  }
  const value = line.slice(starts.at(-1), endOfValue(line, starts.at(-1) ?? 0)).trim();
  // Without a bracket open in this line only a line above can have opened one.
  return starts.length > 1 || (/[[{]/.test(line[at] ?? '') && !/^["'[{]/.test(value)) ? value : null;
}

function endOfValue(line: string, start: number): number {
  let depth = 0;
  for (let place = start; place < line.length; place++) {
    const sign = line[place] ?? '';
    if (/[[{]/.test(sign)) depth++;
    else if (depth === 0 && /[,\]}]/.test(sign)) return place;
    else if (/[\]}]/.test(sign)) depth--;
  }
  return line.length;
}

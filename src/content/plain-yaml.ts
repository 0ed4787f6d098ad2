import { LineCounter, parseDocument } from 'yaml';

/** Plain data of one YAML text (settings, not content). Throws an Error whose message starts with line and column. */
export function parsePlainYaml(text: string): unknown {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false, logLevel: 'error' });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    throw new Error(`line ${line}, column ${col}: ${error.message.split('\n', 1)[0]}`, { cause: error });
  }
  return document.toJS({ maxAliasCount: 100 });
}

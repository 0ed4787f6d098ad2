import { TextDecoder } from 'node:util';
import sax from 'sax';
import { Fault } from '../../../model/fault.ts';
import { messageLine } from './message-line.ts';

type SAXOptions = sax.SAXOptions & { readonly strictEntities: boolean };

type Attributes = Readonly<Record<string, string | undefined>>;

export type TestOutcome = 'passed' | 'failed' | 'skipped';

/** One test case of a report. */
export interface TestCase {
  readonly name: string;
  /** `classname > name`; the name alone where there is no class name. */
  readonly fullName: string;
  readonly outcome: TestOutcome;
  /** The first line of what failed; empty where nothing did. */
  readonly message: string;
  /** The name of the innermost suite that has a name; empty without one. */
  readonly suite: string;
}

/** Larger than any report that a person or a machine is going to look at; memory does not depend on it. */
const maxBytes = 256 * 1024 * 1024;
/** One attribute, comment or element name: failure messages go into attributes, and may hold a whole diff. */
const maxPiece = 4 * 1024 * 1024;
const maxAttributes = 1000;
/** Characters of a failure that are looked at for its first line, and of a suite's name. */
const maxMessage = 10_000;
const maxSuite = 300;
/** Suites within suites; real reports have five. */
const maxDepth = 100;

const roots = new Set(['testsuites', 'testsuite']);
const failures = new Set(['failure', 'error']);
/** What Google Test and others say instead of an element `skipped`. */
const notRun = new Set(['notrun', 'skipped', 'disabled', 'suppressed', 'ignored']);

/**
 * Reads a JUnit XML report as it comes and hands over each test case; `name` stands for it in messages. Bounded in time
 * and memory whatever the bytes are: document types (and with them all entities of a report's own) are refused, and so
 * are deep nesting and large pieces. Fault: `invalid-parameter`, with the place, for anything that is not such a report.
 */
export async function readJunit(
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  found: (test: TestCase) => void,
): Promise<void> {
  const parser = createParser(name, found);
  let decoder: TextDecoder | null = null;
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > maxBytes)
      throw refused(name, null, `is over ${maxBytes / 1024 / 1024} MiB; import it in parts`);
    decoder ??= decoderFor(name, chunk);
    parser.write(decode(name, decoder, chunk));
  }
  if (decoder !== null) parser.write(decode(name, decoder));
  parser.end();
}

function createParser(name: string, found: (test: TestCase) => void) {
  // The library has no such option for one parser, and its types know neither.
  Object.assign(sax, { MAX_BUFFER_LENGTH: maxPiece });
  const options: SAXOptions = { strictEntities: true };
  const parser = sax.parser(true, options);
  const place = () => ({ line: parser.line + 1, column: Math.max(parser.column, 1) });
  const refuse = (reason: string) => refused(name, place(), reason);
  const cases = createCaseReader(refuse, found);
  let depth = 0;
  let attributes = 0;
  let sawRoot = false;

  parser.onerror = (error) => {
    throw refuse(`is not well-formed XML: ${explain(error.message)}`);
  };
  parser.onsgmldeclaration = () => {
    throw refuse('has a declaration that test reports do not have');
  };
  parser.ondoctype = () => {
    throw refuse('has a DOCTYPE, which test reports do not need and which is never read');
  };
  parser.onattribute = () => {
    if (++attributes > maxAttributes) throw refuse(`has an element with over ${maxAttributes} attributes`);
  };
  parser.onopentag = ({ name: tag, attributes: given }) => {
    attributes = 0;
    if (depth === 0) {
      if (sawRoot) throw refuse('is not well-formed XML: it has a second root element');
      if (!roots.has(tag)) {
        throw refuse(`is not a JUnit report: it starts with <${tag.slice(0, 60)}>, not <testsuites>`);
      }
      sawRoot = true;
    }
    if (++depth > maxDepth) throw refuse(`is nested more than ${maxDepth} elements deep`);
    cases.open(tag, given as Attributes, depth);
  };
  parser.ontext = cases.text;
  parser.oncdata = cases.text;
  parser.onclosetag = () => {
    cases.close(depth);
    depth--;
  };

  return {
    write(text: string) {
      parser.write(text);
      // A document type is gathered whole before it is reported; its first words are enough.
      const { doctype } = parser as { doctype?: unknown };
      if (doctype) parser.ondoctype('');
    },
    end() {
      parser.close();
      if (!sawRoot) throw refused(name, null, 'is empty; a JUnit report has a root element <testsuites>');
    },
  };
}

/** Puts test cases together from the elements of a report; `depth` is how deep an element is. */
function createCaseReader(refuse: (reason: string) => Fault, found: (test: TestCase) => void) {
  let current: { test: Omit<TestCase, 'outcome' | 'message'>; outcome: TestOutcome; depth: number } | null =
    null;
  /** What the first failure of the current case says. */
  let message: string | null = null;
  let gathering = false;
  const suites: { readonly name: string; readonly depth: number }[] = [];

  return {
    open(tag: string, given: Attributes, depth: number): void {
      if (current !== null) {
        if (depth !== current.depth + 1) return;
        if (failures.has(tag)) {
          current.outcome = 'failed';
          if (message === null) {
            message = String(given.message ?? '');
            gathering = message.trim() === '';
          }
        } else if (tag === 'skipped' && current.outcome === 'passed') current.outcome = 'skipped';
        return;
      }
      if (tag === 'testsuite') {
        const { name: suite = '' } = given;
        suites.push({ name: suite || (suites.at(-1)?.name ?? ''), depth });
      }
      if (tag !== 'testcase') return;
      const { name: own, classname, status, result } = given;
      if (own === undefined) throw refuse('has a <testcase> without a name');
      const outcome = notRun.has(status ?? '') || notRun.has(result ?? '') ? 'skipped' : 'passed';
      const fullName = classname ? `${classname} > ${own}` : own;
      const suite = (suites.at(-1)?.name ?? '').slice(0, maxSuite);
      current = { test: { name: own, fullName, suite }, outcome, depth };
      message = null;
      gathering = false;
    },
    text(text: string): void {
      if (gathering && (message ?? '').length < maxMessage)
        message = (message ?? '') + text.slice(0, maxMessage);
    },
    close(depth: number): void {
      if (current !== null && depth === current.depth + 1) gathering = false;
      if (suites.at(-1)?.depth === depth) suites.pop();
      if (current?.depth === depth) {
        found({ ...current.test, outcome: current.outcome, message: messageLine(message ?? '') });
        current = null;
      }
    },
  };
}

/** The decoder that a byte order mark or the XML declaration asks for; UTF-8 without either. */
function decoderFor(name: string, start: Uint8Array): TextDecoder {
  const head = Buffer.from(start.subarray(0, 200)).toString('latin1');
  const declared = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    head,
  )?.[1];
  const marked = head.startsWith('\u00ff\u00fe')
    ? 'utf-16le'
    : head.startsWith('\u00fe\u00ff')
      ? 'utf-16be'
      : null;
  try {
    return new TextDecoder(marked ?? declared ?? 'utf-8', { fatal: true });
  } catch {
    throw refused(name, null, `has the encoding "${declared}", which cannot be read; write it as UTF-8`);
  }
}

function decode(name: string, decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw refused(name, null, `is not text in ${decoder.encoding}, as it says or XML takes for granted`);
  }
}

/** The parser's own words without the place, which comes first. */
function explain(message: string): string {
  const [first = ''] = message.split('\n', 1);
  const sized = /^Max buffer length exceeded: (\w+)/.exec(first);
  if (sized !== null) return `one piece of it (${sized[1]}) is over ${maxPiece / 1024 / 1024} MiB`;
  return first.charAt(0).toLowerCase() + first.slice(1).replace(/\.$/, '');
}

function refused(name: string, place: { line: number; column: number } | null, reason: string): Fault {
  const at = place === null ? '' : `:${place.line}:${place.column}`;
  return new Fault('invalid-parameter', `${name}${at}: the report ${reason}. Nothing was imported.`);
}

/** Bytes of lines that are read but not complete, as the SDK has it. */
const maxBuffered = 10 * 1024 * 1024;
const newline = 10;

/** Says of a line that it cannot be a message. */
export class NotJson extends Error {}

/** Cuts what comes in into lines, and these into JSON. */
export interface LineReader {
  /** Throws for a line that is too long. */
  append(chunk: Buffer): void;
  /** What the complete lines hold; those that are no JSON are passed over, and told of. */
  take(passedOver: (error: NotJson) => void): unknown[];
}

export function createLineReader(): LineReader {
  let buffered: Buffer | null = null;
  return {
    append(chunk) {
      if ((buffered?.length ?? 0) + chunk.length > maxBuffered) {
        buffered = null;
        throw new Error(`ReadBuffer exceeded maximum size of ${maxBuffered} bytes`);
      }
      buffered = buffered === null ? chunk : Buffer.concat([buffered, chunk]);
    },
    take(passedOver) {
      const values: unknown[] = [];
      if (buffered === null) return values;
      let from = 0;
      for (let end = buffered.indexOf(newline); end !== -1; end = buffered.indexOf(newline, from)) {
        const line = buffered.toString('utf8', from, end);
        try {
          if (line.trim() !== '') values.push(JSON.parse(line));
        } catch (error) {
          passedOver(new NotJson(`a line that is no JSON gets no answer: ${(error as Error).message}`));
        }
        from = end + 1;
      }
      buffered = from === buffered.length ? null : buffered.subarray(from);
      return values;
    },
  };
}

import fc from 'fast-check';

const line = fc.oneof(
  fc.constantFrom(
    ...[
      'GET / HTTP/1.1',
      'GET /mcp HTTP/1.0',
      'POST /mcp HTTP/1.1',
      'GET  HTTP/1.1',
      'GET / HTTP/9.9',
      'get / http/1.1',
    ],
    ...[
      'Host: 127.0.0.1',
      'Host:',
      'Host: a b',
      'Content-Length: 5',
      'Content-Length: -1',
      'Content-Length: 1e9',
    ],
    ...[
      'Transfer-Encoding: chunked',
      'Transfer-Encoding: x',
      'Connection: close',
      'Connection: upgrade',
      'Upgrade: websocket',
    ],
    ...[
      'Upgrade: h2c',
      'Expect: 100-continue',
      ' folded',
      ': nameless',
      'Content-Type: application/json',
      '',
      '5',
      '0',
      '{}',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
);

/** Bytes that look like HTTP for a while. */
export const brokenRequests: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(line, { maxLength: 10 }),
    fc.constantFrom('\r\n', '\r\n', '\n', '\r'),
    fc.constantFrom('\r\n\r\n', ''),
  )
  .map(([lines, end, last]) => lines.join(end) + last);

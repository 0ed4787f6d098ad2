import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeHtml, inlineHtml, textHtml } from '../../src/faces/http/explorer/parts/format-text.ts';
import { flowchartPicture } from '../../src/faces/http/explorer/pictures/flowchart-picture.ts';
import { type Box, layeredLayout } from '../../src/faces/http/explorer/pictures/layered-layout.ts';
import { wrapText } from '../../src/faces/http/explorer/pictures/wrap-text.ts';
import { type Flowchart, flowNodeTypes } from '../../src/guidance/katas/flowchart/flowchart.ts';
import { startProcessorClock } from '../support/in-time.ts';
import { runs } from '../support/runs.ts';

const charts: fc.Arbitrary<Flowchart> = fc.integer({ min: 1, max: 14 }).chain((count) =>
  fc.record({
    name: fc.constant(null),
    nodes: fc.tuple(
      ...Array.from({ length: count }, (_, index) =>
        fc.record({
          id: fc.constant(`n${index}`),
          type: fc.constantFrom(...flowNodeTypes),
          role: fc.option(fc.string({ maxLength: 40 })),
          description: fc.string({ maxLength: 200, unit: 'grapheme' }),
          next: fc.array(
            fc.record({
              label: fc.option(fc.string({ maxLength: 60 })),
              target: fc.integer({ min: 0, max: count - 1 }).map((target) => `n${target}`),
            }),
            { maxLength: 4 },
          ),
        }),
      ),
    ),
  }),
);

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

describe('a flowchart as a picture', () => {
  test('has a box for each node and an arrow for each path, none outside or over another', () => {
    fc.assert(
      fc.property(charts, (chart) => {
        const picture = flowchartPicture(chart);
        if (picture === null) throw new Error('too large');
        const { nodes, edges, width, height } = picture;
        expect(nodes).toHaveLength(chart.nodes.length);
        expect(edges).toHaveLength(chart.nodes.flatMap(({ next }) => next).length);
        for (const [index, { box }] of nodes.entries()) {
          expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= width + 0.1).toBe(true);
          expect(box.y + box.height <= height + 0.1).toBe(true);
          for (const other of nodes.slice(index + 1)) expect(overlap(box, other.box)).toBe(false);
        }
        for (const { path } of edges) {
          const numbers = (path.match(/-?[\d.]+/g) ?? []).map(Number);
          numbers.forEach((value, index) => {
            expect(value >= 0 && value <= (index % 2 === 0 ? width : height) + 0.1).toBe(true);
          });
        }
      }),
      { numRuns: runs(40) },
    );
  });

  test('arrows and labels keep clear of boxes they do not belong to', () => {
    fc.assert(
      fc.property(charts, (chart) => {
        const links = chart.nodes.flatMap(({ next }, from) =>
          next.map(({ label, target }) => ({
            from,
            to: Number(target.slice(1)),
            label: label === null ? null : { width: 40, height: 14 },
          })),
        );
        const layout = layeredLayout(
          chart.nodes.map(({ description }) => ({ width: 80 + description.length, height: 40 })),
          links,
        );
        layout?.routes.forEach(({ points, label }, at) => {
          for (const [index, box] of layout.boxes.entries()) {
            if (label !== null) expect(overlap(label, box)).toBe(false);
            if (index === links[at]?.from || index === links[at]?.to) continue;
            for (const { x, y } of points) {
              expect(overlap({ x, y, width: 0.01, height: 0.01 }, box)).toBe(false);
            }
          }
        });
      }),
      { numRuns: runs(40) },
    );
  });

  test('is not drawn where it would be too large', () => {
    const nodes = Array.from({ length: 5000 }, (_, index) => ({
      id: `n${index}`,
      type: 'process' as const,
      role: null,
      description: 'x',
      next: index < 4999 ? [{ label: null, target: `n${index + 1}` }] : [],
    }));
    expect(flowchartPicture({ name: null, nodes })).toBeNull();
  });
});

describe('text', () => {
  test('whatever it is, only our own elements come out, and every character of it', () => {
    const elements = 'p|br|code|pre|strong|em|s|ul|ol|li|hr|blockquote|table|thead|tbody|tr|th|td|a';
    const link = '( href="((https?|mailto):[^<>"\']*|[^<>"\'/?#:]*([/?#][^<>"\']*)?)"( title="[^<>"\']*")?)?';
    const ours = new RegExp(`</?(${elements})( value="\\d+")?${link}>`, 'gi');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 200 }),
          fc
            .array(
              fc.constantFrom(
                ...[
                  '`',
                  '**',
                  '<b>',
                  '\n',
                  '1. ',
                  '- ',
                  '  ',
                  'a',
                  '```\n',
                  '&',
                  '"',
                  '#',
                  ' ',
                  '> ',
                  '~~',
                  '|',
                ],
                ...[
                  '[a](',
                  '![a](',
                  ')',
                  '<https://',
                  'javascript:',
                  'http://',
                  'data:',
                  '&#58;',
                  "'",
                  '>',
                  '\\',
                ],
                ...['|a|b|\n|-|:-|\n', '[a]: ', '[a]', '//', 'script:', '\t'],
              ),
              { maxLength: 60 },
            )
            .map((parts) => parts.join('')),
        ),
        (text) => {
          for (const html of [textHtml(text), inlineHtml(text)]) {
            const rest = html.replace(ours, '');
            expect(rest).not.toMatch(/[<>"']/);
            expect(rest).not.toMatch(/&(?!(amp|lt|gt|quot|#39);)/);
          }
        },
      ),
    );
    expect(escapeHtml(`<&>"'`)).toBe('&lt;&amp;&gt;&quot;&#39;');
  });

  test('lists nest, keep their numbers, and end', () => {
    expect(textHtml('Do:\n3. One\n   - a\n   - b\n4. Two\n   more\n\nThen')).toBe(
      '<p>Do:</p><ol><li value="3">One<ul><li>a</li><li>b</li></ul></li><li value="4">Two<br>more</li></ol><p>Then</p>',
    );
    expect(textHtml('```sh\n<x> `y`\n```')).toBe('<pre><code>&lt;x&gt; `y`</code></pre>');
  });

  test('has tables and links to the web, to mail and to pages here, and no other', () => {
    expect(textHtml('| a | b |\n| --- | :-: |\n| 1 | `2` |')).toBe(
      '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><code>2</code></td></tr></tbody></table>',
    );
    for (const href of [
      'https://example.com/a?b=1#c',
      'mailto:a@example.com',
      '/scopes/a',
      'b.html',
      '#c:d',
    ]) {
      expect(inlineHtml(`[x](${href})`)).toBe(`<a href="${href}">x</a>`);
    }
    const refused = [
      'javascript:x',
      'JavaScript:x',
      'data:text/html,x',
      'file:///etc',
      'vscode:x',
      'x&colon;y',
    ];
    for (const href of refused) expect(inlineHtml(`[x](${href})`), href).not.toContain('<a');
    expect(textHtml('<b>x</b>\n\n![x](y.png)\n\n<javascript:x>')).not.toMatch(
      /<(?!\/?(p|a href="y\.png")?>|\/a>)/,
    );
    expect(textHtml('# One\n\nTwo')).toBe('<p><strong>One</strong></p><p>Two</p>');
  });

  test('a deep or long text takes no time', () => {
    const time = startProcessorClock();
    textHtml('- '.repeat(20_000));
    textHtml(Array.from({ length: 2000 }, (_, depth) => `${' '.repeat(depth * 2)}- x`).join('\n'));
    textHtml('**`'.repeat(50_000));
    time.expectInTime(1500);
  });

  test('a text that repeats itself takes time and becomes HTML by its length, not by its square', () => {
    const times = 10_000;
    const texts = ['> ', '[', '![[', '[a](', '*a_', '|a', '<a:', '~~a', '`a', '&', '1. a\n', '[a\n'].map(
      (part) => part.repeat(times),
    );
    texts.push(`[a]: /${'u'.repeat(times)}\n\n${'[a] '.repeat(times)}`);
    const time = startProcessorClock();
    for (const text of texts) expect(textHtml(text).length).toBeLessThan(20 * text.length);
    time.expectInTime(20_000);
  });

  test('is wrapped within its width, long words too', () => {
    const { lines } = wrapText(`a ${'x'.repeat(200)} b`, { fontSize: 13, maxWidth: 100, maxLines: 3 });
    expect(lines).toHaveLength(3);
    expect(lines.at(-1)).toMatch(/…$/);
  });
});

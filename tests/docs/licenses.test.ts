import { expect, test } from 'vitest';
import { licenseTexts } from '../../scripts/licenses.ts';

test('the licences of a bundle are found by paths of Windows too', async () => {
  const inputs = [
    'node_modules/hono/dist/hono.js',
    'node_modules/@orama/stemmers/build/en.js',
    'src/main.ts',
  ];
  const texts = await licenseTexts(inputs, 'main.js');
  expect(texts).toMatch(/^@orama\/stemmers \d/m);
  expect(texts).toMatch(/^hono \d/m);
  expect(
    await licenseTexts(
      inputs.map((input) => input.replaceAll('/', '\\')),
      'main.js',
    ),
  ).toBe(texts);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignLines } from '../../src/git/authorship/align-lines.ts';
import { editLink } from '../../src/git/authorship/edit-link.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', ''), { maxLength: 12 });

test('a line is aligned with one that says the same, and with no other', () => {
  fc.assert(
    fc.property(lines, lines, (before, now) => {
      const places = alignLines(before, now);
      expect(places).toHaveLength(now.length);
      const found = places.filter((place) => place !== null);
      expect(new Set(found).size).toBe(found.length);
      for (const [at, place] of places.entries()) if (place !== null) expect(before[place]).toBe(now[at]);
      expect(alignLines(now, now)).toEqual(now.map((_, at) => at));
    }),
  );
});

test('what stands around changed lines stays', () => {
  expect(alignLines(['a', 'b', 'c', 'd', 'e'], ['x', 'a', 'c', 'd', 'y', 'e'])).toEqual([
    null,
    0,
    2,
    3,
    null,
    4,
  ]);
  expect(alignLines(['a', '', 'b', ''], ['b', '', 'a', ''])).toHaveLength(4);
  const many = Array.from({ length: 100_000 }, (_, at) => `line ${at}`);
  expect(
    alignLines(many, ['new', ...many.toReversed(), 'more']).filter((place) => place !== null).length,
  ).toBeGreaterThan(0);
});

const place = { path: 'rules/a b/c#.yml', branch: 'feature/x?', line: 7 };
const file = 'feature/x%3F/rules/a%20b/c%23.yml';

test.each([
  ['https://github.com/acme/shop.git', `https://github.com/acme/shop/edit/${file}#L7`],
  ['https://bot:secret@github.com/acme/shop', `https://github.com/acme/shop/edit/${file}#L7`],
  ['git@github.com:acme/shop.git', `https://github.com/acme/shop/edit/${file}#L7`],
  ['ssh://git@github.com:22/acme/shop.git', `https://github.com/acme/shop/edit/${file}#L7`],
  ['git@gitlab.com:group/sub/shop.git', `https://gitlab.com/group/sub/shop/-/edit/${file}#L7`],
  ['https://GitLab.acme.io:8443/g/shop.git', `https://gitlab.acme.io:8443/g/shop/-/edit/${file}#L7`],
  [
    'https://ada@bitbucket.org/acme/shop.git',
    `https://bitbucket.org/acme/shop/src/${file}?mode=edit#lines-7`,
  ],
  ['https://codeberg.org/acme/shop', `https://codeberg.org/acme/shop/_edit/${file}`],
  ['http://gitea.lan:3000/acme/shop.git', `http://gitea.lan:3000/acme/shop/_edit/${file}`],
  ['git@forgejo.acme.io:acme/shop.git', `https://forgejo.acme.io/acme/shop/_edit/${file}`],
  ['https://git.acme.io/acme/shop.git', null],
  ['/srv/git/github.com/shop.git', null],
  ['../github.com:shop', null],
  ['C:\\repos\\github.com\\shop', null],
  ['file:///srv/github.com/acme/shop', null],
  ['ext::sh -c github.com/acme/shop', null],
  ['javascript://github.com/acme/shop', null],
  ['https://github.com', null],
])('the page to edit a file of %s', (remote, link) => {
  expect(editLink(remote, place)).toBe(link);
});

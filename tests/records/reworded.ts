/**
 * What was meant to change since the last release: a text of then, and the text that stands there now. The comparison
 * takes the one for the other, so that what it reports was not meant. Empty it when a version is released.
 */
export const reworded: readonly (readonly [then: string, now: string])[] = [
  ['Mend the YAML at this place', 'Fix the YAML at this place'],
  [
    'Mend the tag; docs/authoring.md has the syntax',
    'Fix the tag (docs/templates.md has the syntax); text for GitHub Actions, Helm or Jinja goes between {% raw %} and {% endraw %}',
  ],
  [
    'Mend the tag; docs/authoring.md has the syntax',
    'Fix the tag (docs/templates.md has the syntax); text for GitHub Actions, Helm or Jinja goes between {%25 raw %25} and {%25 endraw %25}',
  ],
  // A text cannot open our elements.
  ['& <tags>', '& \\<tags>'],
  ['& <tags>', '& \\\\<tags>'],
  ['or mend the name', 'or correct the name'],
  ['or is no regular file', 'or is not a regular file'],
  ['that is no scope: hidden', 'that is not a scope: hidden'],
  ['A value that is no category and is skipped', 'A value that is not a category and is skipped'],
  ['"Include inactive"', '"Also inactive ones"'],
  [
    '"include_inactive":{"type":"boolean","default":false}',
    '"include_inactive":{"type":"boolean","description":"Also inactive ones","default":false}',
  ],
];

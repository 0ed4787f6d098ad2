export const script = '#!/bin/sh\necho "{{ scope.name }}"\n';
export const binary: Buffer = Buffer.from([0, 1, 2, 255, 254]);

/** A scope with katas of every sort that skills tell apart, and its parent. */
export const content: Readonly<Record<string, string>> = {
  'base/katas.yml': `delivery:
  when: "When something ships"
  katas:
    roll-back: 1. Undo it.
`,
  'shop/metadata.yml': 'parents: [base]\n',
  'shop/katas.yml': `delivery.release:
  katas:
    cut-release:
      when: "When main is green: {{ scope.name }}"
      files:
        scripts/check.sh: files/check.sh
        data.bin: files/data.bin
      procedure: |
        1. Tag {{ scope.name }}.
    Not_A_Skill: 1. Go.
    plain: 1. Go on {{ git.branch }}.
    ${'long-'.repeat(5)}description:
      when: ${'word '.repeat(400)}
      procedure: 1. Go.
other:
  katas:
    plain: 1. Other.
bad:
  katas:
    outside: {files: {x: ../base/katas.yml}, procedure: 1. Go.}
`,
  'shop/files/check.sh': script,
};

/** Content in which every text a page shows tries to become HTML, and everything an explorer draws occurs. */
export const evil: string = `<script>window.hacked=1</script>"'><img src=x onerror=alert(1)>`;
const quoted = JSON.stringify(evil);

export const explorerContent: Readonly<Record<string, string>> = {
  'acme/metadata.yml': 'description: The whole company\ntags: {tier: one}\n',
  'acme/commandments.yml': 'delivery:\n  when: When shipping\n  ruleset: [Keep main green]\n',
  'acme/suggestions.yml':
    'delivery:\n  ruleset: [Ship on Mondays, Announce it]\nbackend:\n  ruleset: [Prefer one dependency]\n',
  'acme/katas.yml':
    'delivery:\n  katas:\n    release: {procedure: "1. Old way."}\n    roll-back: {when: On doubt, procedure: "1. Revert.\\n2. Redeploy `v1`."}\n',
  'solo/commandments.yml': 'alone:\n  ruleset: [Be one]\n',
  'shop/metadata.yml': 'description: The shop\nparent: acme\n',
  'shop/suggestions.yml':
    'delivery:\n  ruleset: [Ship when ready]\nbackend.api:\n  paths: [src/api/**]\n  see: [delivery, nowhere]\n  ruleset: ["Name it {{ scope.name }}", "Ask {{ nobody }}"]\n',
  'shop/katas.yml': `delivery:
  when: When shipping a version
  paths: [CHANGELOG.md]
  see: [delivery]
  katas:
    release:
      when: When main is green
      paths: [deploy/**]
      procedure: |
        #!fcyaml
        flowchart:
          name: Ship it
          nodes:
            - {id: start, type: terminator, description: Merged, next: build}
            - {id: build, type: process, role: CI, description: Build and test, next: ok}
            - id: ok
              type: decision
              description: Is it green?
              next: {yes: split, no: build}
            - {id: split, type: fork, description: Publish, next: [npm, image]}
            - {id: npm, type: process, description: To npm, next: join}
            - {id: image, type: process, description: Push the image, next: join}
            - {id: join, type: sync, description: Both are out, next: end}
            - {id: end, type: terminator, description: Done}
`,
  'shop/tenka.yml': `tenka:
  US1:
    who: a customer
    what: pay once
    why: I trust the shop
    acs:
      AC1.1:
        given: a paid order
        when: I press again
        then: nothing is charged
        checks: [{manual: Tried, validated: true}]
      AC1.2: {given: a, when: b, then: c, checks: [{test: pays}]}
`,
  'evil/metadata.yml': `description: ${quoted}\nparents: [shop]\ntags: {note: ${quoted}}\n`,
  'evil/commandments.yml': `danger:\n  when: ${quoted}\n  tags: [${quoted}]\n  paths: [${quoted}]\n  see: [${quoted}]\n  ruleset: [${quoted}, "Ask {{ x }} ${evil.replaceAll('"', '\\"')}"]\n`,
  'evil/suggestions.yml': `danger:\n  when: ${quoted}\n  ruleset: [${quoted}]\ndelivery:\n  ruleset: [Own]\n`,
  'evil/katas.yml': `danger:
  when: ${quoted}
  paths: [${quoted}]
  see: [${quoted}]
  katas:
    text: {when: ${quoted}, paths: [${quoted}], procedure: ${quoted}}
    chart:
      procedure: |
        #!fcyaml
        flowchart:
          name: ${quoted}
          nodes:
            - {id: a, type: decision, role: ${quoted}, description: ${quoted}, next: [{condition: ${quoted}, next: b}, {condition: x, next: c}]}
            - {id: b, type: process, description: ${quoted}}
            - {id: c, type: process, description: c}
`,
  'evil/tenka.yml': `tenka:
  US1:
    who: ${quoted}
    what: ${quoted}
    why: ${quoted}
    tags: [${quoted}]
    acs:
      AC1.1: {given: ${quoted}, when: ${quoted}, then: ${quoted}, tags: [${quoted}], checks: [{test: ${quoted}}]}
`,
  // The same text is a MUST and a SHOULD of the scope `evil`, and these two are opposites.
  'twins/commandments.yml': `left:\n  when: Now\n  ruleset: [Page lists by 50, ${quoted}]\n`,
  'twins/suggestions.yml': `right:\n  when: Now\n  ruleset: [Page lists by 20, ${quoted}]\n`,
  'broken/commandments.yml': 'a:\n  ruleset: [<b>x</b>: 1]\n',
};

const many = Array.from({ length: 9 }, (_, index) => `n${index}`);

/** Among katas, one whose picture is wider than a page. */
export const wideKata: string = `    wide:
      procedure: |
        #!fcyaml
        flowchart:
          name: Wide
          nodes:
            - {id: s, type: fork, description: Begin, next: [${many.join(', ')}]}
${many.map((id) => `            - {id: ${id}, type: process, description: Look at part ${id} of the whole and say what you see, next: e}`).join('\n')}
            - {id: e, type: sync, description: All seen}
`;

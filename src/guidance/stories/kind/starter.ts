/** The file in a new project: small enough to be read whole, with comments that teach. */
export const starter = `# What the product is for: user stories, and the criteria (AC) that must hold for them.

tenka:
  US1:
    who: a new member of the team
    what: have the tests run with one command
    why: I can change something on my first day
    acs:
      AC1.1:
        given: a fresh checkout
        when: I follow the README
        then: the test suite runs and passes
        # What proves it: tests, by results that \`precept tenka import <report.xml>\` reads, or a person's word.
        checks:
          - manual: Somebody new tried it
            validated: false
`;

/** The file in a new project: small enough to be read whole, with comments that teach. */
export const starter = `# Procedures that agents fetch by name and follow step by step.

delivery.fix:
  when: When fixing a defect
  katas:
    mend-a-defect: # kebab-case
      when: When somebody reports that something does not work
      procedure: |
        1. Reproduce it, and write down how.
        2. Write a test that fails because of it.
        3. Find the cause, and fix that instead of its effect.
        4. See the test pass, and run the whole suite.
        5. Look for the same mistake elsewhere.
        6. Tell {{ team_channel | default('the team') }} what it was.
`;

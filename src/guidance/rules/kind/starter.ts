/** The files of a new project: small enough to be read whole, with comments that teach. */
export const starters = {
  commandments: `# Mandatory rules (MUST). A scope has the rules of its parents too, and cannot drop one.

testing:
  # Agents choose categories by \`when\`: describe the situation.
  when: When changing behaviour or fixing a defect
  tags: [quality]
  ruleset:
    - Write the test first, see it fail, and let it pass with the change
    - Run the whole test suite before you call a change done

# A dot makes a sub-category; asking for \`security\` brings \`security.secrets\` too.
security.secrets:
  when: When handling passwords, keys or tokens
  ruleset:
    - Never write a secret into the repository, a log or an error message
    # Quote a rule that holds ": ", "#" or starts with "{", or YAML reads it as something else.
    - "A secret that got out: revoke it first, then tell {{ team_channel | default('the team') }}"
`,

  suggestions: `# Advice (SHOULD). A child's category replaces its parent's; written as +category it adds to it.

code.style:
  when: When writing or changing code
  ruleset:
    - Follow what the file around your change does, also where you would do otherwise
    - Say in a comment why, not what

review:
  when: When opening a change for review
  ruleset:
    - Keep a change to one purpose; what you found on the way goes into one of its own
    - "Mention who should look at it from {{ scope.tags.team | default('the team') }}"
`,
};

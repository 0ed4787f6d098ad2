/** The file in a new project: small enough to be read whole, with comments that teach. */
export const starter = `# What this scope is. The folder's name is the scope's name.
description: What everybody who changes this project should know

# Scopes to inherit from, the most important first: other folders beside this one, or scopes of a master.
# parents: [my-team, my-company]

# Facts that templates read as {{ scope.tags.language }}.
tags:
  team: our team
`;

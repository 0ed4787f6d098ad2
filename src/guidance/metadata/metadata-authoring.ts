import type { Authoring } from '../kind.ts';
import { metadataSchema } from './metadata-schema.ts';

export const metadataAuthoring: Authoring = {
  editorSchema: {
    title: 'A scope of Precept',
    of: (toJson) => ({ ...toJson(metadataSchema), type: ['object', 'null'] }),
  },
  starter: `# What this scope is. The folder's name is the scope's name.
description: What everybody who changes this project should know

# Scopes to inherit from, the most important first: other folders beside this one, or scopes of a master.
# parents: [my-team, my-company]

# Facts that templates read as {{ scope.tags.language }}.
tags:
  team: our team
`,
};

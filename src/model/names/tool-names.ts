/** The tools that there are for agents. What they do stands with the operations of these names. */
export const toolNames = [
  'list_scopes',
  'find_guidance',
  'get_category_index',
  'get_rules',
  'get_kata_category_index',
  'get_katas',
  'get_kata',
  'get_user_stories',
  'get_acceptance_criteria',
  'get_validation_status',
  'submit_feedback',
  'reload',
] as const;

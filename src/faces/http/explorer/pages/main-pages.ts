/** The pages that every page leads to, by the name of their section. */
export const mainPages = {
  scopes: { text: 'Scopes', href: '/' },
  find: { text: 'Find', href: '/find' },
  review: { text: 'Review', href: '/review' },
  conflicts: { text: 'Conflicts', href: '/conflicts' },
  feedback: { text: 'Feedback', href: '/feedback' },
  usage: { text: 'Usage', href: '/usage' },
  fleet: { text: 'Fleet', href: '/fleet' },
  masters: { text: 'Masters', href: '/masters' },
} as const;

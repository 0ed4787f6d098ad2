/** The entries of the navigation on top: the pages that every page leads to, by the name of their section. */
export const mainMenu = {
  scopes: { text: 'Scopes', href: '/' },
  find: { text: 'Find', href: '/find' },
  review: { text: 'Review', href: '/review' },
  conflicts: { text: 'Conflicts', href: '/conflicts' },
  feedback: { text: 'Feedback', href: '/feedback' },
  usage: { text: 'Usage', href: '/usage' },
  fleet: { text: 'Fleet', href: '/fleet' },
  masters: { text: 'Masters', href: '/masters' },
} as const;

export const movesTrail = [
  { label: 'Freezer work', href: '/freezer-work' },
  { label: 'Evacuate and consolidate', href: '/moves' },
] as const

/** As the pages name them. */
export const moveStates = { open: 'Open', closed: 'Closed', undone: 'Undone' } as const

export const movesTrail = [
  { label: 'Freezer work', href: '/freezer-work' },
  { label: 'Evacuate and consolidate', href: '/moves' },
] as const

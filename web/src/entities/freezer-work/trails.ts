/** The breadcrumbs before the title of a page of freezer work. */
export const freezerWorkTrail = [{ label: 'Freezer work', href: '/freezer-work' }] as const

export const movesTrail = [
  ...freezerWorkTrail,
  { label: 'Evacuate and consolidate', href: '/moves' },
] as const

export const pickListsTrail = [...freezerWorkTrail, { label: 'Pick lists', href: '/picks' }] as const

export const stockTakesTrail = [...freezerWorkTrail, { label: 'Stock-takes', href: '/stock-takes' }] as const

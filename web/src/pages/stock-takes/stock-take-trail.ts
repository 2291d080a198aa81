import type { Crumb } from '../../ui/page-trail.tsx'

/** The breadcrumb before a stock-take. */
export const stockTakeTrail: readonly Crumb[] = [
  { label: 'Freezer work', href: '/freezer-work' },
  { label: 'Stock-takes', href: '/stock-takes' },
]

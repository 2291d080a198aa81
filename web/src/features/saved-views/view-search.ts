import type { SavedView } from '@lims/contract/views.ts'

type AddressSearch = Record<string, unknown>

/** Returns filters and order of an address as one text, the same for the same list: sorted, without the page. */
export function searchText(search: AddressSearch): string {
  const entries = Object.entries(search).filter(([key, value]) => key !== 'page' && value !== undefined)
  return new URLSearchParams(
    entries.map(([key, value]) => [key, String(value)] as [string, string]).sort(),
  ).toString()
}

/** Returns the filters and the order of a view, as the address holds them. */
export const searchOf = (view: SavedView): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(view.search))

/** Returns the view that an address shows, an own one before another person's; undefined without filter and order. */
export const findView = (views: readonly SavedView[], search: AddressSearch): SavedView | undefined =>
  searchText(search) === ''
    ? undefined
    : views.find((view) => searchText(searchOf(view)) === searchText(search))

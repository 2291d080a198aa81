import { navigationParameters, type SavedView, ViewSearch } from '@lims/contract/views.ts'
import { shorten } from '../../ui/address-values.ts'

type AddressSearch = Record<string, unknown>

/** Returns filters and order of an address as one text, the same for the same list: sorted, without the page. */
export function searchText(search: AddressSearch): string {
  const entries = Object.entries(search).filter(
    ([key, value]) => !navigationParameters.includes(key) && value !== undefined,
  )
  return new URLSearchParams(
    entries.map(([key, value]) => [key, String(value)] as [string, string]).sort(),
  ).toString()
}

/**
 * Returns the filters and the order of a view, as the address holds them. A filter that the page does not know, which a
 * script has saved, is `unread`: the list is not shown without it.
 */
function searchOf(view: SavedView): Record<string, string> {
  const search: Record<string, string> = {}
  const unread: string[] = []
  for (const [name, value] of new URLSearchParams(view.search)) {
    if (Object.hasOwn(ViewSearch.shape, name)) search[name] = value
    else if (!navigationParameters.includes(name)) unread.push(`${name}=${shorten(value)}`)
  }
  return unread.length > 0 ? { ...search, unread: unread.join(', ') } : search
}

const isSameSearch = (view: SavedView, text: string) => searchText(searchOf(view)) === text

/** Returns what the address of a view holds: also its id, if another view has the same filters and order. */
export function addressOf(view: SavedView, views: readonly SavedView[]): Record<string, string> {
  const text = searchText(searchOf(view))
  const isOneOfMany = views.some((other) => other.id !== view.id && isSameSearch(other, text))
  return { ...searchOf(view), ...(isOneOfMany && { view: view.id }) }
}

/**
 * Returns the view that an address shows; undefined without filter and order. Of several with the same ones, it is that
 * with the id in the address, else an own one before another person's.
 */
export function findView(views: readonly SavedView[], search: AddressSearch): SavedView | undefined {
  const { view: viewId } = search
  const text = searchText(search)
  if (text === '') return undefined
  const fitting = views.filter((view) => isSameSearch(view, text))
  return fitting.find(({ id }) => id === viewId) ?? fitting[0]
}

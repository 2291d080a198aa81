import { parse } from 'node:querystring'
import { navigationParameters, ViewSearch } from '@lims/contract/views.ts'
import { DomainError } from '../errors/domain-error.ts'
import { foldedName } from '../http/fold-parameters.ts'
import { findRefusal } from '../http/validate-request.ts'

/**
 * Returns the filters and the order of a view in one spelling, with the names and values that the list of samples has
 * for them: the page recognises the view by these. Leaves out the page of the list. What the list would refuse stays.
 */
export function spellSearch(search: string): string {
  const given = new URLSearchParams(search)
  const named = [...given].flatMap(([name, value]): [string, string][] => {
    const folded = foldedName(name)
    const isLeftOut = navigationParameters.includes(folded) || (folded !== name && given.has(folded))
    return isLeftOut ? [] : [[folded, value]]
  })
  const text = new URLSearchParams(named).toString()
  const read: Record<string, unknown> | undefined = ViewSearch.safeParse({ ...parse(text) }).data
  if (!read) return text
  const spelled = named.flatMap(([name]): [string, string][] =>
    read[name] === undefined ? [] : [[name, String(read[name])]],
  )
  return new URLSearchParams(spelled).toString()
}

/**
 * Throws `request-invalid` if the list of samples would refuse these filters or this order, or the page ignore them.
 */
export function assertListed(search: string): void {
  const refusal = findRefusal(ViewSearch, { ...parse(search) })
  if (refusal) throw new DomainError('request-invalid', `search: ${refusal.message}`, 'search')
}

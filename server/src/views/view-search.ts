import { parse } from 'node:querystring'
import { navigationParameters, ViewSearch } from '@lims/contract/views.ts'
import { DomainError } from '../errors/domain-error.ts'
import { foldedName } from '../http/fold-parameters.ts'
import { findRefusal } from '../http/validate-request.ts'

/**
 * Returns the filters and the order of a view in one spelling, with the names that the list of samples has for them.
 * Leaves out the page of the list.
 */
export function spellSearch(search: string): string {
  const given = new URLSearchParams(search)
  const spelled = [...given].flatMap(([name, value]): [string, string][] => {
    const folded = foldedName(name)
    const isLeftOut = navigationParameters.includes(folded) || (folded !== name && given.has(folded))
    return isLeftOut ? [] : [[folded, value]]
  })
  return new URLSearchParams(spelled).toString()
}

/**
 * Throws `request-invalid` if the list of samples would refuse these filters or this order, or the page ignore them.
 */
export function assertListed(search: string): void {
  const refusal = findRefusal(ViewSearch, { ...parse(search) })
  if (refusal) throw new DomainError('request-invalid', `search: ${refusal.message}`, 'search')
}

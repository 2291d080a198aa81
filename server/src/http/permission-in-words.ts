import type { Endpoint } from '@lims/contract/endpoint.ts'
import { permissionTexts } from '@lims/contract/permissions.ts'

const toDelete = (records: string, permission: string) =>
  `For what another person has created, it needs \`${permission}\` too: to delete ${records}.`
const forTokensOfOthers = 'For service accounts and tokens of others, it needs `people.manage` too.'
const forPlaces = 'With columns for places, it needs `placement.edit` too.'

/** What some requests need beyond the permission of their endpoint, which is all that the contract knows. */
export const furtherPermissions: Readonly<Record<string, string>> = {
  '/samples/update': 'With `status`, also if it stays the same, it needs `sample.status` too.',
  '/custody/undo':
    'For changes that a stock-take has made, it needs `stock-take.apply` too; for those of a pick list, `pick.edit`.',
  '/samples/import/check': forPlaces,
  '/samples/import/apply': forPlaces,
  '/samples/import/undo': toDelete('batches', 'batch.delete'),
  '/samples/undo-add-child': toDelete('samples', 'sample.delete'),
  '/samples/undo-add-children': toDelete('samples', 'sample.delete'),
  '/storage/undo-add': toDelete('storages', 'storage.delete'),
  '/tokens/list': 'With `all`, it needs `people.manage` too.',
  '/tokens/create': forTokensOfOthers,
  '/tokens/revoke': forTokensOfOthers,
}

/** Returns what the description of the API says about the permission of an endpoint. */
export function permissionInWords(endpoint: Endpoint): string {
  const further = furtherPermissions[endpoint.path]
  return further ? `${alwaysNeeded(endpoint)} ${further}` : alwaysNeeded(endpoint)
}

function alwaysNeeded({ method, permission, tokenPermission }: Endpoint): string {
  if (permission === 'none') return 'Needs no token.'
  if (tokenPermission)
    return `Needs a sign-in, or an API token with the permission \`${tokenPermission}\`: to ${permissionTexts[tokenPermission]}.`
  if (permission !== 'signed-in')
    return `Needs the permission \`${permission}\`: to ${permissionTexts[permission]}.`
  // `requireSignIn` refuses tokens for each POST.
  if (method === 'POST') return 'Needs a sign-in with a browser: API tokens are refused.'
  return 'Needs a token; no permission beyond it.'
}

import type { RequestOf } from '@lims/contract/endpoint.ts'
import { tokensApi } from '@lims/contract/tokens.ts'
import { queryOptions } from '@tanstack/react-query'
import { App } from 'antd'
import { call } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { useRefetchAccess } from '../../entities/person/people-api.ts'
import { accessKeys } from '../../entities/session/me-api.ts'

/** The caller's own tokens; with `isOfEverybody` those of everybody. */
export const tokensQuery = ({ isOfEverybody = false }: { isOfEverybody?: boolean } = {}) =>
  queryOptions({
    queryKey: [...accessKeys.all, 'tokens', isOfEverybody] as const,
    queryFn: async ({ signal }) =>
      (await call(tokensApi.list, { query: { all: isOfEverybody ? 'true' : 'false' } }, { signal })).tokens,
    refetchOnMount: 'always',
  })

type CreateBody = RequestOf<typeof tokensApi.create>['body']

export function useCreateToken() {
  const refetch = useRefetchAccess()
  return useWrite({
    mutationFn: (body: CreateBody, options) => call(tokensApi.create, { body }, options),
    onSuccess: () => void refetch(),
    meta: { errorTitle: 'The token could not be created' },
  })
}

export function useRevokeToken() {
  const refetch = useRefetchAccess()
  const { message } = App.useApp()
  return useWrite({
    mutationFn: ({ id }: { id: string; name: string }, options) =>
      call(tokensApi.revoke, { body: { id } }, options),
    onSuccess: (_reply, { name }) => void message.success(`${name} is revoked`),
    onSettled: refetch,
    meta: { errorTitle: 'The token could not be revoked' },
  })
}

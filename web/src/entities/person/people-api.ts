import type { RequestOf } from '@lims/contract/endpoint.ts'
import { formatCount } from '@lims/contract/format-count.ts'
import { peopleApi } from '@lims/contract/people.ts'
import { type Role, roles } from '@lims/contract/permissions.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { call } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { accessKeys } from '../session/me-api.ts'

/** Everybody who ever signed in, and all service accounts. */
export const peopleQuery = queryOptions({
  queryKey: [...accessKeys.all, 'people'] as const,
  queryFn: ({ signal }) => call(peopleApi.list, {}, { signal }),
  refetchOnMount: 'always',
})

/** Fetches again what depends on who may do what. */
export function useRefetchAccess() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: accessKeys.all })
}

export function useTurnOnRoles() {
  const refetch = useRefetchAccess()
  return useWrite({
    mutationFn: (_, options) => call(peopleApi.turnOnRoles, {}, options),
    onSettled: refetch,
    meta: { errorTitle: 'Roles could not be turned on' },
  })
}

type SetRole = { personId: string; name: string; role: Role; expectedRole: Role | undefined; reason: string }

export function useSetRole() {
  const refetch = useRefetchAccess()
  const { message } = App.useApp()
  return useWrite({
    mutationFn: ({ personId, role, expectedRole, reason }: SetRole, options) =>
      call(peopleApi.setRole, { body: { personId, role, expectedRole, reason } }, options),
    onSuccess: (_reply, { name, role }) => void message.success(`${name} is now ${roles[role].name}`),
    onSettled: refetch,
    meta: { errorTitle: 'The role was not changed' },
  })
}

type Activation = { personId: string; name: string; reason: string; isActive: boolean }

/** Deactivates a person, or lets a deactivated person sign in again. */
export function useSetActive() {
  const refetch = useRefetchAccess()
  const { message } = App.useApp()
  return useWrite({
    mutationFn: ({ personId, reason, isActive }: Activation, options) =>
      call(isActive ? peopleApi.reactivate : peopleApi.deactivate, { body: { personId, reason } }, options),
    onSuccess: (_reply, { name, isActive }) =>
      void message.success(`${name} is ${isActive ? 'active again' : 'deactivated'}`),
    onSettled: refetch,
    meta: { errorTitle: 'The person was not changed' },
  })
}

export function useEndSessions() {
  const refetch = useRefetchAccess()
  const { message } = App.useApp()
  return useWrite({
    mutationFn: ({ personId }: { personId: string; name: string }, options) =>
      call(peopleApi.endSessions, { body: { personId } }, options),
    onSuccess: ({ numSessions }, { name }) =>
      void message.success(`${formatCount(numSessions, 'session')} of ${name} ended`),
    onSettled: refetch,
    meta: { errorTitle: 'The sessions could not be ended' },
  })
}

export function useCreateService() {
  const refetch = useRefetchAccess()
  return useWrite({
    isSubmission: true,
    mutationFn: (body: RequestOf<typeof peopleApi.createService>['body'], options) =>
      call(peopleApi.createService, { body }, options),
    onSettled: refetch,
    meta: { errorTitle: 'The service account could not be created' },
  })
}

import type { Me } from '@lims/contract/people.ts'
import { type Permission, permissionTexts } from '@lims/contract/permissions.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { timeZoneName } from '../../ui/clock.ts'
import { meQuery } from './me-api.ts'

/** Who is signed in, their role and permissions; undefined while that is not known. */
export const useMe = (): Me | undefined => useQuery(meQuery).data

/** The name of the laboratory's time zone; undefined where none is set, and while that is not known. */
export function useTimeZoneName(): string | undefined {
  useMe()
  return timeZoneName()
}

/** Whether roles are on. False while that is not known. */
export const useRolesOn = (): boolean => useMe()?.rolesOn ?? false

/** Returns a function that says whether roles are on when it is called: for an undo that is offered on later pages. */
export function useAreRolesOn(): () => boolean {
  const queryClient = useQueryClient()
  useMe()
  return () => queryClient.getQueryData(meQuery.queryKey)?.rolesOn ?? false
}

/** Returns a function that says whether the person may do something. True while that is not known. */
export function useMayAny(): (permission: Permission) => boolean {
  const me = useMe()
  return useMemo(() => {
    const allowed = me && new Set(me.permissions)
    return (permission) => allowed?.has(permission) ?? true
  }, [me])
}

/** Whether the person may do something. True while that is not known. */
export const useMay = (permission: Permission): boolean => useMayAny()(permission)

/** Why the person may not do something, and whom to ask; undefined if they may, and while that is not known. */
export const useDenial = (permission: Permission): string | undefined => denialOf(useMe(), permission)

/** Disables a button for a person who is not allowed to use it. The reason is its tooltip and its description. */
export type DeniedProps = { disabled: true; title: string } | { disabled?: never; title?: never }

/** Returns a function that gives the props for the button of an action. */
export function useDeniedPropsOf(): (permission: Permission) => DeniedProps {
  const me = useMe()
  return (permission) => {
    const denial = denialOf(me, permission)
    return denial === undefined ? {} : { disabled: true, title: denial }
  }
}

export const useDeniedProps = (permission: Permission): DeniedProps => useDeniedPropsOf()(permission)

/** 'You are not allowed to delete samples. Ask Ada Lindqvist.' */
const denialOf = (me: Me | undefined, permission: Permission): string | undefined =>
  me && !me.permissions.includes(permission)
    ? `You are not allowed to ${permissionTexts[permission]}. Ask ${whoToAsk(me.administrators)}.`
    : undefined

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' })

const whoToAsk = (administrators: readonly string[]): string =>
  administrators.length > 0 ? alternatives.format(administrators) : 'an administrator'

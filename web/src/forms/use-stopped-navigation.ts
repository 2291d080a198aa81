import { type BlockerFn, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

type Navigation = Parameters<BlockerFn>[0]

type Options = {
  /** Whether a navigation is stopped until a person confirms it. */
  stops: (navigation: Navigation) => boolean
  /** Whether the browser asks before the page is reloaded or closed. */
  warnsBeforeReload: () => boolean
}

/**
 * Stops navigations until a person confirms them. Until then the address stays that of the page: after Back, the browser
 * has changed it already.
 */
export function useStoppedNavigation({ stops, warnsBeforeReload }: Options) {
  const { history } = useRouter()
  const [stopped, setStopped] = useState<Navigation>()
  /** The address to which this page may be left. Another part of the page may stop the same navigation after it. */
  const confirmed = useRef<string>(undefined)

  const stop = useEffectEvent((navigation: Navigation): boolean => {
    // Once that address is reached, the page may be left to it again only after another confirmation.
    if (navigation.currentLocation.href === confirmed.current) confirmed.current = undefined
    if (navigation.nextLocation.href === confirmed.current) return false
    confirmed.current = undefined
    const isStopped = stops(navigation)
    setStopped(isStopped ? navigation : undefined)
    return isStopped
  })
  const warns = useEffectEvent(() => warnsBeforeReload())

  // Synchronises with the history of the browser.
  useEffect(
    () =>
      history.block({ blockerFn: async (navigation) => stop(navigation), enableBeforeUnload: () => warns() }),
    [history],
  )

  function proceed() {
    if (!stopped) return
    const { currentLocation, nextLocation, action } = stopped
    setStopped(undefined)
    confirmed.current = nextLocation.href
    if (action === 'PUSH') history.push(nextLocation.href, nextLocation.state)
    else if (action === 'REPLACE') history.replace(nextLocation.href, nextLocation.state)
    else history.go(nextLocation.state.__TSR_index - currentLocation.state.__TSR_index)
  }

  return { isStopped: stopped !== undefined, proceed, stay: () => setStopped(undefined) }
}

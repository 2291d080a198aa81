import { defaultScheduler, notifyManager } from '@tanstack/react-query'

/** A press that lasts longer is a drag, beside which the page goes on being brought up to date. */
const maxHoldMs = 1000
/** A tap of a finger becomes a click some milliseconds after the finger has left. */
const tapMs = 50

/**
 * Holds back what has been fetched while a pointer is pressed, for at most a second. A row that
 * moved between the press and the release would lose the click: browsers send it to what lies
 * under both ends. Returns the function that ends this.
 */
export function holdWhilePressed(): () => void {
  let held: (() => void)[] | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const release = () => {
    clearTimeout(timer)
    const callbacks = held ?? []
    held = undefined
    for (const callback of callbacks) callback()
  }
  const releaseAfter = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(release, ms)
  }
  const onPress = () => {
    held ??= []
    releaseAfter(maxHoldMs)
  }
  const onRelease = () => {
    if (held) releaseAfter(tapMs)
  }
  // In a task of its own: the click is first handled by what was clicked.
  const onClick = () => {
    if (held) releaseAfter(0)
  }

  notifyManager.setScheduler((callback) =>
    defaultScheduler(() => {
      if (held) held.push(callback)
      else callback()
    }),
  )
  const listeners = { pointerdown: onPress, pointerup: onRelease, pointercancel: onRelease, click: onClick }
  for (const [type, listener] of Object.entries(listeners)) addEventListener(type, listener, true)

  return () => {
    for (const [type, listener] of Object.entries(listeners)) removeEventListener(type, listener, true)
    notifyManager.setScheduler(defaultScheduler)
    release()
  }
}

import { type RefObject, type UIEvent, useEffect, useEffectEvent } from 'react'

/** Pixels. */
const rowHeight = 42
const rowsToLoadAhead = 40

/** Returns a handler of the scrolling of a table that calls `onNearEnd` when its last rows come near. */
export const whenNearEnd =
  (onNearEnd: () => void) =>
  ({ currentTarget }: UIEvent<HTMLDivElement>): void => {
    if (isNearEnd(currentTarget)) onNearEnd()
  }

const isNearEnd = ({ scrollHeight, scrollTop, clientHeight }: Element): boolean =>
  scrollHeight - scrollTop - clientHeight < rowsToLoadAhead * rowHeight

/**
 * Calls `onNearEnd` also when the last rows are near after a change of `rows`, such as closed ones, or of `height`:
 * rows that do not fill the table cannot be scrolled. `place` holds the table.
 */
export function useNearEnd(
  place: RefObject<Element | null>,
  { rows, height }: { rows: unknown; height: number },
  onNearEnd: () => void,
): void {
  const callNearEnd = useEffectEvent(onNearEnd)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after the layout of these rows in this height
  useEffect(() => {
    const holder = place.current?.querySelector('.ant-table-tbody-virtual-holder')
    // A window without layout has no height.
    if (holder && holder.clientHeight > 0 && isNearEnd(holder)) callNearEnd()
  }, [place, rows, height])
}

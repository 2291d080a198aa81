import { undoWindowMs } from '@lims/contract/deletions.ts'
import { minuteMs } from '@lims/contract/durations.ts'
import { App, Button } from 'antd'
import { useCallback, useEffect, useEffectEvent } from 'react'
import { KeyCap } from './key-cap.tsx'
import { frontDialog } from './open-dialog.ts'
import styles from './use-undo-notice.module.css'

/** Scope of all undo mutations: they run one after another, because a change can be undone only after newer ones. */
export const undoScope = { id: 'undo' }

let notices = 0

/** What Ctrl+Z does: undoes an action while its notice is open, and opens the notice again after that. */
type UndoOffer = { take: () => void; close: () => void; madeAt: number; dialog: Element | undefined }
let latest: UndoOffer | undefined
/** The offers whose notices are open, the newest last: each says that Ctrl+Z undoes it. */
let shown: readonly UndoOffer[] = []
/** Undoes what was done last on the page, such as a scan. */
let undoOnPage: { take: () => void; doneAt: number } | undefined

/** Incremented when another person signs in. */
let visit = 0

/** After half an hour nobody means that action. */
const offerLastsMs = 30 * minuteMs

/**
 * Returns what Ctrl+Z undoes: the action whose notice is open, else the last one on the page, or another action if that
 * is later, or there is none on the page.
 */
function findUndoable() {
  const offer = latest && Date.now() - latest.madeAt < offerLastsMs ? latest : undefined
  const isOnPage = shown.length === 0 && undoOnPage && !(offer && offer.madeAt > undoOnPage.doneAt)
  return isOnPage ? undoOnPage : offer
}

/** Does what Ctrl+Z does: undoes an action, or opens its notice again. Returns false if there is nothing to undo. */
export function undoLatest(): boolean {
  const undoable = findUndoable()
  undoable?.take()
  return undoable !== undefined
}

/** Whether what Ctrl+Z undoes was done in this dialog, which may still be open. */
export const isLatestUndoFrom = (dialog: Element): boolean =>
  latest?.dialog === dialog && findUndoable() === latest

/** Lets `undoLatest` undo what was done last on this page, at `doneAt` in ms; without `undo` there is nothing. */
export function useUndoOnPage(undo: (() => void) | undefined, doneAt: number): void {
  const take = useEffectEvent(() => undo?.())
  const isPossible = undo !== undefined

  // Synchronises with what Ctrl+Z does, which a module holds.
  useEffect(() => {
    if (!isPossible) return
    const own = { take: () => take(), doneAt }
    undoOnPage = own
    return () => {
      if (undoOnPage === own) undoOnPage = undefined
    }
  }, [isPossible, doneAt])
}

/** The next person at this browser must not undo what the one before has done. */
export function forgetUndo() {
  visit += 1
  for (const offer of shown) offer.close()
  latest = undefined
  shown = []
}

/**
 * Returns a function that shows what was done and offers Undo for ten seconds, and again on Ctrl+Z. If `undo` resolves
 * to false, such as without a reply or without the reason that a dialog asks for, Undo is offered again.
 */
export function useUndoNotice() {
  const { notification } = App.useApp()
  return useCallback(
    (title: string, undo: () => Promise<boolean>, description?: string) => {
      const key = `undo-${++notices}`
      let isUndone = false
      const offer: UndoOffer = {
        take: () => (shown.includes(offer) ? undoOnce() : show()),
        close: () => notification.destroy(key),
        madeAt: Date.now(),
        dialog: frontDialog(),
      }
      const hide = () => {
        shown = shown.filter((other) => other !== offer)
      }
      function undoOnce() {
        if (isUndone) return
        isUndone = true
        hide()
        if (latest === offer) latest = shown.at(-1)
        notification.destroy(key)
        const person = visit
        void undo().then((isSettled) => {
          if (!isSettled && visit === person) offerAgain()
        })
      }
      function offerAgain() {
        isUndone = false
        if (!latest || latest.madeAt <= offer.madeAt) latest = offer
        show()
      }
      function show() {
        shown = [...shown, offer]
        notification.success({
          key,
          title,
          description,
          duration: undoWindowMs / 1000,
          showProgress: true,
          role: 'status',
          onClose: hide,
          actions: (
            <Button size="small" aria-label="Undo" aria-keyshortcuts="Control+Z" onClick={undoOnce}>
              Undo
              <span className={styles.keys}>
                <KeyCap name="ctrl" />
                <KeyCap name="z" />
              </span>
            </Button>
          ),
        })
      }
      latest = offer
      show()
    },
    [notification],
  )
}

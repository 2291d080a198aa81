import { undoWindowMs } from '@lims/contract/deletions.ts'
import { minuteMs } from '@lims/contract/durations.ts'
import { App, Button } from 'antd'
import { type CSSProperties, useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { announce } from './announcer.tsx'
import { KeyCap, keyName } from './key-cap.tsx'
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

/** Incremented when the person leaves: the next one may be another. */
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
  announce('')
}

/**
 * Returns a function that says whether the person for whom the component was mounted is still here. A reply may come
 * when another person is signed in.
 */
export function useIsSameVisit(): () => boolean {
  const own = useRef<number>(undefined)
  // Not while it renders: the page of the person before is unmounted after that.
  useEffect(() => {
    own.current = visit
  }, [])
  return useCallback(() => own.current === visit, [])
}

type BarProps = { className?: string; style?: CSSProperties; percent: number }

/** Some screen readers beep at each change of a progress bar. */
const BarOfRemainingTime = ({ percent, ...looks }: BarProps) => (
  <progress aria-hidden max={100} value={percent} {...looks} />
)

/**
 * What the library takes although its types do not say so. A notice is no live region: it is mounted together with its
 * words, and `announce` lets screen readers read them.
 */
const withoutSpeech: object = { role: 'region', components: { progress: BarOfRemainingTime } }

const inSentences = (texts: readonly (string | undefined)[]) =>
  texts.flatMap((text) => (text ? [text.replace(/\.?$/, '.')] : [])).join(' ')

/**
 * Returns a function that shows what was done and offers Undo for ten seconds, or while its notice has the focus, and
 * again on Ctrl+Z. If `undo` resolves to false, such as without a reply or without the reason that a dialog asks for,
 * Undo is offered again. Once the person has left, the function does nothing.
 */
export function useUndoNotice() {
  const { notification } = App.useApp()
  const isSameVisit = useIsSameVisit()
  return useCallback(
    (title: string, undo: () => Promise<boolean>, description?: string) => {
      if (!isSameVisit()) return
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
        if (shown.length === 0) announce('')
      }
      function undoOnce() {
        if (isUndone) return
        isUndone = true
        hide()
        if (latest === offer) latest = shown.at(-1)
        notification.destroy(key)
        void undo().then((isSettled) => {
          if (!isSettled && isSameVisit()) offerAgain()
        })
      }
      function offerAgain() {
        isUndone = false
        if (!latest || latest.madeAt <= offer.madeAt) latest = offer
        show()
      }
      function show() {
        shown = [...shown, offer]
        announce(inSentences([title, description, `${keyName('ctrl')} Z undoes it.`]))
        open(undoWindowMs)
      }
      /** Opens the notice, or gives the open one another duration, which the library takes only if it is not 0. */
      function open(durationMs: number) {
        notification.success({
          key,
          title,
          description,
          duration: durationMs / 1000,
          showProgress: durationMs === undoWindowMs,
          ...withoutSpeech,
          props: {
            'aria-label': title,
            onFocus: () => keepOpen(offerLastsMs),
            onBlur: () => keepOpen(undoWindowMs),
          },
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
      /** A notice that has the focus stays. One that is closing is not opened again by the focus it loses. */
      function keepOpen(durationMs: number) {
        if (shown.includes(offer)) open(durationMs)
      }
      latest = offer
      show()
    },
    [notification, isSameVisit],
  )
}

import { App } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import { reasonMissing } from '../ui/reason-rule.ts'
import { ReasonInput } from './reason-input.tsx'

type Words = {
  title: string
  content: ReactNode
  okText: string
  /** The id of what is in question: a reason that was entered for it is not offered for another. */
  draftId: string | number
}
type Question = Words & {
  /** `reason` is undefined if none was given. A promise keeps the dialog open with a spinner. */
  onOk: (reason: string | undefined) => undefined | Promise<unknown>
  afterClose?: () => void
  /** Called when the dialog is gone, also if it closed with its page. */
  onRemoved?: () => void
}

/** Notices when its dialog is gone: antd calls no `afterClose` where all dialogs are closed. */
function Removal({ onRemoved }: { onRemoved: () => void }) {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
      // React's strict mode runs each effect twice.
      queueMicrotask(() => isShown.current || onRemoved())
    }
  }, [onRemoved])
  return null
}

/**
 * Returns a function that asks for confirmation of something dangerous, with a reason. An open dialog follows
 * `isReasonRequired`, which may become known late.
 */
export function useConfirmWithReason({ isReasonRequired }: { isReasonRequired: boolean }) {
  const { modal } = App.useApp()
  const isRequired = useRef(isReasonRequired)
  const redraw = useRef(() => {})

  // Synchronises with the dialog, which is outside the page.
  useEffect(() => {
    isRequired.current = isReasonRequired
    redraw.current()
  }, [isReasonRequired])

  return ({ title, content, okText, draftId, onOk, afterClose = () => {}, onRemoved }: Question) => {
    let reason = ''
    let problem: string | undefined
    let isWorking = false

    function submit(close: () => void): undefined | Promise<void> {
      const given = reason.trim() || undefined
      if (isWorking) return undefined
      if (isRequired.current && given === undefined) {
        problem = reasonMissing
        showContent()
        return undefined
      }
      const work = onOk(given)
      if (!work) {
        close()
        return undefined
      }
      isWorking = true
      showContent()
      return work.then(close, close)
    }

    function handleEnter() {
      const work = submit(() => dialog.destroy())
      if (work) dialog.update({ okButtonProps: { danger: true, loading: true } })
    }

    const contentNow = () => (
      <>
        {content}
        <ReasonInput
          draftName={`reason.${title}.${draftId}`}
          isRequired={isRequired.current}
          problem={isRequired.current ? problem : undefined}
          isDisabled={isWorking}
          onChange={(text) => {
            reason = text
          }}
          onEnter={handleEnter}
        />
        {onRemoved && <Removal onRemoved={onRemoved} />}
      </>
    )
    const dialog = modal.confirm({
      title,
      content: contentNow(),
      okText,
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      afterClose,
      // With the parameter, antd closes the dialog only when it is called.
      onOk: (close: () => void) => submit(close),
    })
    const showContent = () => dialog.update({ content: contentNow() })
    redraw.current = showContent
  }
}

/**
 * Returns a function that does work once it is confirmed with a reason. Its promise settles with the work, also if the
 * dialog is closed before that; it is rejected if the dialog closes and the person has not confirmed.
 */
export function useConfirmedWork() {
  const confirm = useConfirmWithReason({ isReasonRequired: true })
  return <Result,>({
    work,
    ...words
  }: Words & { work: (reason: string | undefined) => Promise<Result> }): Promise<Result> =>
    new Promise((resolve, reject) =>
      confirm({
        ...words,
        onOk: (reason) => {
          const result = work(reason)
          resolve(result)
          return result
        },
        onRemoved: () => reject(new Error('not confirmed')),
      }),
    )
}

/**
 * Returns a function that makes the undo of a notice: it asks for the reason once, and makes a write of it that can be
 * tried again. A later try is the same write, with the same reason.
 */
export function useConfirmedTries() {
  const afterConfirmation = useConfirmedWork()
  return (
    words: Words,
    retryable: (reason: string | undefined) => () => Promise<boolean>,
  ): (() => Promise<boolean>) => {
    let again: (() => Promise<boolean>) | undefined
    const first = (reason: string | undefined) => {
      again = retryable(reason)
      return again()
    }
    return () => again?.() ?? afterConfirmation({ ...words, work: first }).catch(() => false)
  }
}

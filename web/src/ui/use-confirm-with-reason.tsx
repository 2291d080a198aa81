import { App } from 'antd'
import type { ReactNode } from 'react'
import { reasonMissing } from './reason-dialog.tsx'
import { ReasonInput } from './reason-input.tsx'

type Question = {
  title: string
  content: ReactNode
  okText: string
  /** `reason` is undefined if none was given. A promise keeps the dialog open with a spinner. */
  onOk: (reason: string | undefined) => undefined | Promise<unknown>
  afterClose?: () => void
}

/** Returns a function that asks for confirmation of something dangerous, with a reason. */
export function useConfirmWithReason({ isReasonRequired }: { isReasonRequired: boolean }) {
  const { modal } = App.useApp()
  return ({ title, content, okText, onOk, afterClose = () => {} }: Question) => {
    let reason = ''
    const contentWith = (problem?: string) => (
      <>
        {content}
        <ReasonInput
          isRequired={isReasonRequired}
          problem={problem}
          onChange={(text) => {
            reason = text
          }}
        />
      </>
    )
    const dialog = modal.confirm({
      title,
      content: contentWith(),
      okText,
      okButtonProps: { danger: true },
      autoFocusButton: 'cancel',
      afterClose,
      // With the parameter, antd closes the dialog only when it is called.
      onOk: (close: () => void) => {
        const given = reason.trim() || undefined
        if (isReasonRequired && given === undefined) {
          dialog.update({ content: contentWith(reasonMissing) })
          return undefined
        }
        const work = onOk(given)
        if (!work) {
          close()
          return undefined
        }
        return work.then(close, close)
      },
    })
  }
}

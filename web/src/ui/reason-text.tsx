import { maxReasonLength } from '@lims/contract/reason.ts'
import { Input, type InputProps, type InputRef } from 'antd'
import type { Ref } from 'react'

type Props = Omit<InputProps, 'autoComplete' | 'maxLength'> & { ref?: Ref<InputRef> }

/** The line in which a person writes why. A code that is scanned into it is not a reason. */
export const ReasonText = (props: Props) => (
  <Input {...props} {...takesWords} autoComplete="off" maxLength={maxReasonLength} />
)

/** Marks a field of a dialog into which no code belongs. */
export const takesWords = { 'data-takes': 'words' }

/** Marks a field of a dialog in which each scanned code takes a line. */
export const takesLines = { 'data-takes': 'lines' }

/** Marks a field of a dialog that takes a scanned code, but ignores the Enter after it: the person confirms. */
export const takesCode = { 'data-takes': 'code' }

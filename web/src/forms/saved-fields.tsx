import { ConfigProvider } from 'antd'
import type { ReactNode } from 'react'
import { useFocusWhileDisabled } from './use-focus-after-saving.ts'

type Props = { isSaving: boolean; children: ReactNode }

/** The fields of a dialog. While they are saved they take no input, as it would be lost. */
export function SavedFields({ isSaving, children }: Props) {
  useFocusWhileDisabled(isSaving)
  return <ConfigProvider componentDisabled={isSaving}>{children}</ConfigProvider>
}

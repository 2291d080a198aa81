import { Button } from 'antd'
import { useCodesDialog } from './use-codes-dialog.tsx'

/** Opens the dialog for a list of codes. */
export function CodesButton() {
  const { open, dialog } = useCodesDialog()
  return (
    <>
      <Button onClick={() => open()}>Select from a list of codes…</Button>
      {dialog}
    </>
  )
}

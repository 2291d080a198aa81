import { App } from 'antd'
import { useState } from 'react'
import { type RackFile, readRackText } from './read-rack-text.ts'

/** Reads a chosen rack file and keeps it for the dialog that previews it. */
export function useRackFile() {
  const { notification } = App.useApp()
  const [file, setFile] = useState<RackFile>()
  // Separate from `file`: the dialog must close before it is unmounted, or the focus does not return.
  const [isOpen, setIsOpen] = useState(false)
  const [fileNumber, setFileNumber] = useState(0)

  function show(read: RackFile) {
    setFile(read)
    setFileNumber((number) => number + 1)
    setIsOpen(true)
  }
  return {
    file,
    isOpen,
    /** The key of the dialog: what was chosen for one file does not hold for the next. */
    fileNumber,
    load: (chosen: File) =>
      readRackText(chosen).then(show, (failure: Error) =>
        notification.error({
          title: 'This rack file cannot be used',
          description: failure.message,
          duration: 0,
        }),
      ),
    close: () => setIsOpen(false),
    /** To be called when the dialog has closed. */
    forget: () => setFile(undefined),
  }
}

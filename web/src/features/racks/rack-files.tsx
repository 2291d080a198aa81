import type { OccupancyEntry, Storage } from '@lims/contract/storage.ts'
import { App } from 'antd'
import { type ReactNode, useState } from 'react'
import { RackDialog } from './rack-dialog.tsx'
import { RackDrop } from './rack-drop.tsx'
import { type RackFile, readRackFile } from './rack-file.ts'
import { RackFileButton } from './rack-file-button.tsx'

type Props = {
  /** Undefined where no rack file can be taken. */
  box: { storage: Storage; occupancy: readonly OccupancyEntry[] } | undefined
  /** Draws the box; the button chooses a file. */
  children: (button: ReactNode) => ReactNode
}

/** Takes rack-reader files for a box, dropped or chosen, and shows what each would change. */
export function RackFiles({ box, children }: Props) {
  const { notification } = App.useApp()
  const [file, setFile] = useState<RackFile>()
  // The dialog gives the focus back when it has closed, not when it is taken away.
  const [isOpen, setIsOpen] = useState(false)

  function show(read: RackFile) {
    setFile(read)
    setIsOpen(true)
  }
  const take = (given: File) =>
    readRackFile(given).then(show, (failure: Error) =>
      notification.error({
        title: 'This rack file cannot be used',
        description: failure.message,
        duration: 0,
      }),
    )
  return (
    <RackDrop alias={box?.storage.alias ?? ''} isOn={box !== undefined} onFile={take}>
      {children(box && <RackFileButton onFile={take} />)}
      {box && file && (
        <RackDialog
          {...box}
          file={file}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
          onClosed={() => setFile(undefined)}
        />
      )}
    </RackDrop>
  )
}

import type { OccupancyEntry, Storage } from '@lims/contract/storage.ts'
import { type DragEvent, type ReactNode, useState } from 'react'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { RackFileButton } from './rack-file-button.tsx'
import styles from './rack-files.module.css'
import { useRackFile } from './use-rack-file.ts'

const RackDialog = lazyDialog(() => import('./rack-dialog.tsx').then((file) => file.RackDialog))

type Props = {
  /** The box that takes rack files; undefined where none can be loaded. */
  box: { storage: Storage; occupancy: readonly OccupancyEntry[] } | undefined
  /** Renders the box, with the button that chooses a file. */
  children: (button: ReactNode) => ReactNode
}

/** Loads rack files into a box, dropped on it or chosen by a button, and previews what each would change. */
export function RackFiles({ box, children }: Props) {
  const denied = useDeniedProps('placement.edit')
  const { file, fileNumber, isOpen, load, close, forget } = useRackFile()

  return (
    <DropArea
      alias={box?.storage.alias ?? ''}
      isEnabled={box !== undefined && !denied.disabled}
      onFile={load}
    >
      {children(box && <RackFileButton denied={denied} onFile={load} />)}
      {box && file && (
        <RackDialog key={fileNumber} {...box} file={file} isOpen={isOpen} onClose={close} onClosed={forget} />
      )}
    </DropArea>
  )
}

type DropAreaProps = {
  /** The name of the box: 'Box 03'. */
  alias: string
  isEnabled: boolean
  onFile: (file: File) => void
  children: ReactNode
}

const holdsFile = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

function DropArea({ alias, isEnabled, onFile, children }: DropAreaProps) {
  const [isOver, setIsOver] = useState(false)

  function handleDragOver(event: DragEvent) {
    if (!isEnabled || !holdsFile(event)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setIsOver(true)
  }
  function handleDragLeave({ currentTarget, relatedTarget }: DragEvent) {
    if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false)
  }
  function handleDrop(event: DragEvent) {
    if (!isEnabled || !holdsFile(event)) return
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button 'Rack file…' does the same
    <div
      className={styles.area}
      onDragEnter={handleDragOver}
      onDragOver={handleDragOver}
      onDragLeave={handleDragLeave}
      onDrop={handleDrop}
    >
      {children}
      {isOver && <div className={styles.cover}>Drop the rack file on {alias}</div>}
    </div>
  )
}

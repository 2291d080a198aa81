import type { OccupancyEntry, Storage } from '@lims/contract/storage.ts'
import { App, Button } from 'antd'
import { type ChangeEvent, type DragEvent, type ReactNode, useRef, useState } from 'react'
import { type DeniedProps, useDeniedProps } from '../../entities/session/use-may.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { type RackFile, readRackFile } from './rack-file.ts'
import styles from './rack-files.module.css'

const RackDialog = lazyDialog(() => import('./rack-dialog.tsx').then((file) => file.RackDialog))

type Props = {
  /** The box that takes rack files; undefined where none can be loaded. */
  box: { storage: Storage; occupancy: readonly OccupancyEntry[] } | undefined
  /** Renders the box, with the button that chooses a file. */
  children: (button: ReactNode) => ReactNode
}

/** Loads rack files into a box, dropped on it or chosen by a button, and previews what each would change. */
export function RackFiles({ box, children }: Props) {
  const { notification } = App.useApp()
  const denied = useDeniedProps('placement.edit')
  const [file, setFile] = useState<RackFile>()
  // Separate from `file`: the dialog must close before it is unmounted, or the focus does not return.
  const [isOpen, setIsOpen] = useState(false)

  function preview(read: RackFile) {
    setFile(read)
    setIsOpen(true)
  }
  const load = (chosen: File) =>
    readRackFile(chosen).then(preview, (failure: Error) =>
      notification.error({
        title: 'This rack file cannot be used',
        description: failure.message,
        duration: 0,
      }),
    )
  return (
    <DropArea
      alias={box?.storage.alias ?? ''}
      isEnabled={box !== undefined && !denied.disabled}
      onFile={load}
    >
      {children(box && <RackFileButton denied={denied} onFile={load} />)}
      {box && file && (
        <RackDialog
          {...box}
          file={file}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
          onClosed={() => setFile(undefined)}
        />
      )}
    </DropArea>
  )
}

const acceptedTypes = '.csv,.tsv,.txt,.json,text/csv,text/tab-separated-values,text/plain,application/json'

function RackFileButton({ denied, onFile }: { denied: DeniedProps; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)

  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    // Without this, choosing the same file again after correcting it would fire no event.
    target.value = ''
    if (file) onFile(file)
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept={acceptedTypes}
        hidden
        aria-label="Rack file"
        onChange={handleChange}
      />
      <Button {...denied} onClick={() => input.current?.click()}>
        Rack file…
      </Button>
    </>
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

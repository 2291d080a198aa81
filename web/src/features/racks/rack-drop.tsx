import { type DragEvent, type ReactNode, useState } from 'react'
import styles from './rack-drop.module.css'

type Props = {
  /** What the file is dropped on: 'Box 03'. */
  alias: string
  isOn: boolean
  onFile: (file: File) => void
  children: ReactNode
}

const carriesFile = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Takes a rack-reader file that is dropped on the box. */
export function RackDrop({ alias, isOn, onFile, children }: Props) {
  const [isOver, setIsOver] = useState(false)

  function over(event: DragEvent) {
    if (!isOn || !carriesFile(event)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setIsOver(true)
  }
  function leave({ currentTarget, relatedTarget }: DragEvent) {
    if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false)
  }
  function drop(event: DragEvent) {
    if (!isOn || !carriesFile(event)) return
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the same is done with the button 'Rack file…'
    <div className={styles.place} onDragEnter={over} onDragOver={over} onDragLeave={leave} onDrop={drop}>
      {children}
      {isOver && <div className={styles.cover}>Drop the rack file on {alias}</div>}
    </div>
  )
}

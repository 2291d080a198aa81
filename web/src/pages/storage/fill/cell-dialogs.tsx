import type { Cell } from '@lims/contract/positions.ts'
import type { OccupancyEntry } from '@lims/contract/storage.ts'
import type { GridModel } from '../grid/grid-model.ts'
import { FillPosition } from './fill-position.tsx'
import { SampleInformation } from './sample-information.tsx'

/** A cell that was opened, with its content at that time; no content if it was empty. */
export type OpenedCell = { model: GridModel; cell: Cell; content: OccupancyEntry | undefined }

type Props = {
  opened: OpenedCell | undefined
  /** Separate from `opened`, so that a dialog keeps its text while it closes. */
  isOpen: boolean
  onClose: () => void
}

/** The dialog of a cell: Sample Information, or Fill Position if it is empty. */
export function CellDialogs({ opened, isOpen, onClose }: Props) {
  if (!opened) return null
  const { model, cell, content } = opened
  return (
    <>
      {content?.sample && (
        <SampleInformation
          isOpen={isOpen}
          model={model}
          cell={cell}
          content={content}
          sample={content.sample}
          onClose={onClose}
        />
      )}
      {!content && <FillPosition isOpen={isOpen} storage={model.storage} cell={cell} onClose={onClose} />}
    </>
  )
}

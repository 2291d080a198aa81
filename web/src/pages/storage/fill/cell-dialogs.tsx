import type { Cell } from '@lims/contract/positions.ts'
import type { OccupancyEntry } from '@lims/contract/storage.ts'
import type { GridModel } from '../grid/grid-model.ts'
import { FillPosition } from './fill-position.tsx'
import { SampleInformation } from './sample-information.tsx'

/** A cell that was opened, and what stood in it then; nothing when it was empty. */
export type OpenedCell = { model: GridModel; cell: Cell; content: OccupancyEntry | undefined }

type Props = {
  opened: OpenedCell | undefined
  /** Apart from `opened`, so that a dialog keeps its words while it closes. */
  isOpen: boolean
  onClose: () => void
}

/** The dialogs of a cell: about the sample in it, or how to fill it. */
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

import type { Cell } from '@lims/contract/positions.ts'
import type { ReactNode } from 'react'
import { ScanInPanel } from './scan-in-panel.tsx'
import { type Box, useScanIn } from './use-scan-in.ts'

type Props = {
  /** Undefined while nobody scans in. */
  box: Box | undefined
  onClose: () => void
  /** Draws the box with the next cell marked, and the panel beside it. */
  children: (next: { cell: Cell; label: string } | undefined, panel: ReactNode) => ReactNode
}

/** Fills a box tube by tube: each one that is scanned goes to the next free cell. */
export function ScanIn({ box, onClose, children }: Props) {
  const scanIn = useScanIn(box)
  const panel = scanIn && box && <ScanInPanel alias={box.storage.alias} scanIn={scanIn} onClose={onClose} />
  return children(scanIn?.next, panel)
}

import type { Storage } from '@lims/contract/storage.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { occupancyQuery } from '../../entities/storage/storage-api.ts'
import { RackFiles } from '../../features/racks/rack-files.tsx'
import type { GridLayer } from './grid/grid-layers.ts'
import { keyOf } from './grid/grid-model.ts'
import { ScanIn } from './scan-in/scan-in.tsx'

type Tools = {
  buttons: ReactNode
  /** What the tools mark in the grid. */
  layer: GridLayer | undefined
  /** Stands beside the grid while a tool is at work. */
  panel: ReactNode
}

type Props = {
  storage: Storage
  /** The grid is wanted in sight. */
  onWork: () => void
  children: (tools: Tools) => ReactNode
}

/** What a box can be filled with: a scanner, tube by tube, or a rack reader's file. Other storages have no such tools. */
export function BoxTools({ storage, onWork, children }: Props) {
  const [isScanning, setIsScanning] = useState(false)
  const isBox = storage.type === 'BOX'
  const { data: occupancy } = useQuery({ ...occupancyQuery(storage.id), enabled: isBox })
  const box = isBox && occupancy ? { storage, occupancy } : undefined

  function scanIn() {
    setIsScanning(true)
    onWork()
  }

  return (
    <RackFiles box={box}>
      {(rackFile) => (
        <ScanIn box={isScanning ? box : undefined} onClose={() => setIsScanning(false)}>
          {(next, panel) =>
            children({
              buttons: isBox && (
                <>
                  {rackFile}
                  <Button type="primary" disabled={isScanning} onClick={scanIn}>
                    Scan in
                  </Button>
                </>
              ),
              layer: next && new Map([[keyOf(next.cell), nextMark]]),
              panel,
            })
          }
        </ScanIn>
      )}
    </RackFiles>
  )
}

const nextMark = { mark: 'next', text: 'next', spoken: 'the next scanned tube goes here' } as const

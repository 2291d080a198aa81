import { cellKey } from '@lims/contract/positions.ts'
import type { Storage } from '@lims/contract/storage.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { occupancyQuery } from '../../entities/storage/storage-api.ts'
import { RackFiles } from '../../features/racks/rack-files.tsx'
import type { GridLayer } from './grid/grid-layers.ts'
import { ScanIn } from './scan-in/scan-in.tsx'

type Tools = {
  buttons: ReactNode
  /** The marks of the tools in the grid. */
  layer: GridLayer | undefined
  /** Shown beside the grid while a tool is in use. */
  panel: ReactNode
}

type Props = {
  storage: Storage
  /** Called when a tool is started, so that the grid can be shown. */
  onStart: () => void
  children: (tools: Tools) => ReactNode
}

/** The ways to fill a box: scan tube by tube, or load the file of a rack reader. Other storages have no such tools. */
export function BoxTools({ storage, onStart, children }: Props) {
  const [isScanning, setIsScanning] = useState(false)
  const denied = useDeniedProps('placement.edit')
  const isBox = storage.type === 'BOX'
  const { data: occupancy } = useQuery({ ...occupancyQuery(storage.id), enabled: isBox })
  const box = isBox && occupancy ? { storage, occupancy } : undefined

  function startScanning() {
    setIsScanning(true)
    onStart()
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
                  <Button type="primary" disabled={isScanning} {...denied} onClick={startScanning}>
                    Scan in
                  </Button>
                </>
              ),
              layer: next && new Map([[cellKey(next.cell), nextMark]]),
              panel,
            })
          }
        </ScanIn>
      )}
    </RackFiles>
  )
}

const nextMark = { mark: 'next', text: 'next', spoken: 'the next scanned tube goes here' } as const

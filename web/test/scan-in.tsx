import type { RackEntry } from '@lims/contract/rack-scan.ts'
import { racksApi } from '@lims/contract/rack-scan.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { useQuery } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { occupancyQuery } from '../src/entities/storage/storage-api.ts'
import { ScanIn } from '../src/pages/storage/scan-in/scan-in.tsx'
import { openScreen } from './open-screen.tsx'
import { aRackEntry, aRackPreview, aRackTube } from './rack-records.ts'
import { serverAnswers } from './server.ts'
import { aStorage, aStoredTube } from './storage-records.ts'

const box = aStorage({ numberRows: 2, numberColumns: 3 })
/** The page around it, which fetches the box and shows the next cell. */
function Page() {
  const { data } = useQuery(occupancyQuery(box.id))
  const [isScanning, setIsScanning] = useState(true)
  return (
    <ScanIn
      box={isScanning && data ? { storage: box, occupancy: data } : undefined}
      onClose={() => setIsScanning(false)}
    >
      {(next, panel) => (
        <>
          <button type="button" onClick={() => setIsScanning(true)}>
            Scan in
          </button>
          <p role="note" aria-label="Marked">
            {next?.label}
          </p>
          {panel}
        </>
      )}
    </ScanIn>
  )
}

export const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`

/** T1 to T9, and tube IDs of other systems. */
const tubeIds = /^(?:t|LAB 001|12\/34|A[,;])(\d)$/i

/** A server that knows these tubes, and what is in the box. */
export function laboratory(known: (code: string) => Partial<RackEntry> = () => ({})) {
  const held: { sampleId: string; rowCoordinate?: number | null; columnCoordinate?: number | null }[] = []
  const looked = serverAnswers(racksApi.preview, ({ body }) => {
    const { Position, TubeID } = JSON.parse((body as { content: string }).content)
    const [position, code] = [Position[0], TubeID[0]] as [string, string]
    const number = Number(tubeIds.exec(code)?.[1])
    if (!number) return aRackPreview({ entries: [{ ...aRackEntry(), state: 'unknown', sample: undefined }] })
    const sample = aRackTube({ sampleId: idOf(number), name: `NB-${number}`, alias: `T${number}` })
    return aRackPreview({ entries: [aRackEntry({ position, code, sample, ...known(code) })] })
  })
  serverAnswers(storageApi.occupancy, () => ({
    occupancy: held.map(({ sampleId, rowCoordinate, columnCoordinate }) =>
      aStoredTube({
        contentId: sampleId,
        rowCoordinate: rowCoordinate ?? 0,
        columnCoordinate: columnCoordinate ?? 0,
      }),
    ),
    capacity: 6,
    occupied: held.length,
  }))
  const placed = serverAnswers(sampleLocationApi.associate, ({ body }) => {
    const wanted = body as (typeof held)[number]
    held.push(wanted)
    return {
      success: true as const,
      storageId: 3,
      location: 'A1',
      inStorage: true,
      path: [],
      ...cell(wanted),
    }
  })
  const arranged = serverAnswers(sampleLocationApi.arrange, ({ body }) => {
    const { moves } = body as { moves: (typeof held)[number][] }
    for (const { sampleId } of moves) {
      const index = held.findIndex((one) => one.sampleId === sampleId)
      if (index >= 0) held.splice(index, 1)
    }
    held.push(...moves.filter(({ rowCoordinate }) => rowCoordinate))
    return { success: true as const, count: moves.length, before: [], custodyEventIds: [] }
  })
  return { held, looked, placed, arranged }
}
/** Where a request puts a tube. */
export const cell = ({
  sampleId,
  rowCoordinate,
  columnCoordinate,
}: {
  sampleId: string
  rowCoordinate?: number | null
  columnCoordinate?: number | null
}) => ({ sampleId, rowCoordinate: rowCoordinate ?? null, columnCoordinate: columnCoordinate ?? null })

export const field = () => screen.getByLabelText('Scan the tube')
export const marked = () => screen.getByLabelText('Marked').textContent
export const result = () => {
  // Beside the region in which cut tubes are named.
  const [region] = screen.getAllByRole('status').filter((one) => !one.matches('.read-aloud-only'))
  return within(region as HTMLElement)
}

/** Opens scanning into an empty box of 2 rows and 3 columns. */
export async function openScanIn() {
  const user = openScreen(<Page />)
  await screen.findByLabelText('Scan the tube')
  return user
}

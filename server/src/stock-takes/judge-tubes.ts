import { type Custody, isAway, isOutOfUse } from '@lims/contract/custody.ts'
import { positionLabel } from '@lims/contract/positions.ts'
import type { StockTakeResult } from '@lims/contract/stock-takes.ts'
import { joinPath } from '@lims/contract/storage-path.ts'
import type { Transaction } from '../db/database.ts'
import { type FoundTube, findTubes } from '../racks/rack-queries.ts'
import { type CustodyRecord, type JudgedTube, listCustodyRecords } from './tube-queries.ts'

/** A code that was read in a box, with its cell if that is known. */
export type ReadCode = { code: string; row: number | null; column: number | null }

/** A tube that is recorded so is not expected in its cell: found all the same, the record is wrong. */
const isAbsent = (custody: Custody) => isAway(custody) || isOutOfUse(custody)

export type Judged = JudgedTube & { tube: FoundTube | undefined }

/** Compares codes that were read in a box with the record. `scannedAt` is when they were read. */
export async function judgeTubes(
  trx: Transaction,
  boxId: number,
  read: readonly ReadCode[],
  scannedAt: Date,
): Promise<Judged[]> {
  const tubes = await findTubes(
    trx,
    read.map(({ code }) => code),
  )
  const records = await listCustodyRecords(
    trx,
    tubes.map(({ sampleId }) => sampleId),
    scannedAt,
  )
  const byCode = new Map(
    tubes.flatMap((tube) => [
      [tube.alias.toUpperCase(), tube],
      [tube.sampleId.toUpperCase(), tube],
    ]),
  )
  return read.map((one) => {
    const tube = byCode.get(one.code.toUpperCase())
    const record = tube && records.get(tube.sampleId)
    return tube && record ? judge(one, tube, record, boxId) : unknownCode(one)
  })
}

function judge({ row, column }: ReadCode, tube: FoundTube, record: CustodyRecord, boxId: number): Judged {
  const { place } = tube
  return {
    tube,
    tubeKey: tube.sampleId,
    sampleId: tube.sampleId,
    code: tube.alias,
    result: resultOf({ row, column }, tube, record.custody, boxId),
    row,
    column,
    recorded: place && {
      storageId: place.storageId,
      row: place.row,
      column: place.column,
      place: joinPath([...place.path, positionLabel(place, place)]),
    },
    ...record,
  }
}

function resultOf(
  { row, column }: Pick<ReadCode, 'row' | 'column'>,
  { place }: FoundTube,
  custody: Custody,
  boxId: number,
): StockTakeResult {
  if (!place || isAbsent(custody)) return 'not-recorded'
  const isSameCell = row === null || (place.row === row && place.column === column)
  return place.storageId === boxId && isSameCell ? 'in-place' : 'other-place'
}

const unknownCode = ({ code, row, column }: ReadCode): Judged => ({
  tube: undefined,
  tubeKey: code.toUpperCase(),
  sampleId: null,
  code,
  result: 'unknown-code',
  row,
  column,
  recorded: null,
  custody: null,
  custodyEventId: null,
  isChangedSince: false,
})

import { custodyNames } from '@lims/contract/custody.ts'
import type {
  AxisConvention,
  PreviewRackBody,
  PreviewRackReply,
  RackEntry,
} from '@lims/contract/rack-scan.ts'
import type { Db } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { listOccupancy } from '../storage/occupancy-queries.ts'
import { getStorage } from '../storage/storage-queries.ts'
import { compareRack, countInPlace, tubesNotFound } from './compare-rack.ts'
import { type PlacedRack, placeRack } from './place-rack.ts'
import { type FoundTube, findTubes } from './rack-queries.ts'
import { readRackFile } from './read-rack-file.ts'

/**
 * Compares a rack-reader file with the registered contents of a box. Changes nothing. Throws `rack-file-invalid`, and
 * `content-not-allowed` for a storage that is no box.
 */
export async function previewRack(
  db: Db,
  { storageId, content, fileName, convention: requested }: PreviewRackBody,
): Promise<PreviewRackReply> {
  const storage = await getStorage(db, storageId)
  if (storage.type !== 'BOX') {
    throw new DomainError(
      'content-not-allowed',
      `${storage.alias} is not a box. A rack file lists the tubes of a box.`,
    )
  }
  const box = {
    id: storage.id,
    alias: storage.alias,
    numberRows: storage.number_rows,
    numberColumns: storage.number_columns,
    rowPrefix: storage.row_prefix,
    columnPrefix: storage.column_prefix,
  }
  const file = readRackFile(content, fileName)
  const placed = placeRack(file, box, requested ?? undefined)
  const codes = file.cells.flatMap(({ reading }) => (typeof reading === 'string' ? [] : [reading.code]))
  const [found, contents] = await Promise.all([findTubes(db, codes), listOccupancy(db, box.id, storage)])

  const inPlace = {
    slas: countInPlace(placed.slas.cells, found, box.id),
    own: countInPlace(placed.own.cells, found, box.id),
  }
  const convention = requested ?? likelyConvention(placed, inPlace)
  const entries = compareRack(placed[convention].cells, found, box, file.word)
  const fitsBoth = placed.slas.faults.length === 0 && placed.own.faults.length === 0
  return {
    format: file.format,
    convention,
    isConventionAssumed: !requested,
    isConventionSwitchable: fitsBoth && !placed.isSame,
    inPlace,
    entries,
    ...tubesNotFound(contents, entries),
    problems: entries.flatMap((entry) => problemOf(entry)).sort((a, b) => a.line - b.line),
    ...movesOf(entries, found, box.id),
  }
}

/** Returns the convention by which more tubes are where they are registered. */
function likelyConvention({ slas, own }: PlacedRack, inPlace: PreviewRackReply['inPlace']): AxisConvention {
  if (slas.faults.length > 0) return 'own'
  return own.faults.length === 0 && inPlace.own > inPlace.slas ? 'own' : 'slas'
}

function problemOf({ state, line, position, code, sample, outOfUse }: RackEntry) {
  if (outOfUse) {
    const message = `${position}: ${sample?.alias} is recorded as ${custodyNames[outOfUse]}, and is not placed.`
    return [{ line, message }]
  }
  if (state === 'unknown') return [{ line, message: `${position}: no sample with tube ID ${code}.` }]
  if (state === 'unreadable') {
    return [{ line, message: `The tube in ${position} could not be read; what is registered there stays.` }]
  }
  return []
}

/** Also moves tubes into the cell they are in: by that those that were away are back. */
function movesOf(entries: readonly RackEntry[], found: readonly FoundTube[], storageId: number) {
  const events = new Map(found.map(({ sampleId, custodyEventId }) => [sampleId, custodyEventId]))
  const moving = entries.flatMap(
    ({ sample, from, state, arrival, outOfUse, rowCoordinate, columnCoordinate }) => {
      const cell = { rowCoordinate, columnCoordinate }
      if (!sample || outOfUse || (state === 'same' && !arrival)) return []
      return [{ sampleId: sample.sampleId, ...cell, from: state === 'same' ? { ...cell, storageId } : from }]
    },
  )
  return {
    moves: moving.map(({ from, ...cell }) => ({ ...cell, storageId })),
    expected: moving.map(({ sampleId, from }) => ({
      sampleId,
      storageId: from?.storageId ?? 0,
      rowCoordinate: from?.rowCoordinate ?? null,
      columnCoordinate: from?.columnCoordinate ?? null,
      custodyEventId: events.get(sampleId) ?? null,
    })),
  }
}

import type { MissingTube, PreviewRackReply, RackEntry, RackTube } from '@lims/contract/rack-scan.ts'
import { aSample } from './records.ts'

export const aRackTube = (tube: Partial<RackTube> = {}): RackTube => {
  const { id, name, alias, type, status } = aSample()
  return { sampleId: id, name, alias, type, status, ...tube }
}

/** A tube that is registered in the first cell, where the scan found none. */
export const aMissingTube = (tube: Partial<MissingTube> = {}): MissingTube => ({
  ...aRackTube(),
  custody: 'AVAILABLE',
  custodyEventId: null,
  rowCoordinate: 1,
  columnCoordinate: 1,
  position: 'A1',
  isInTheWay: false,
  ...tube,
})

/** What a scan shows in the first cell. */
export const aRackEntry = (entry: Partial<RackEntry> = {}): RackEntry => ({
  rowCoordinate: 1,
  columnCoordinate: 1,
  position: 'A1',
  line: 1,
  code: aSample().alias,
  state: 'new',
  sample: aRackTube(),
  ...entry,
})

export const aRackPreview = (preview: Partial<PreviewRackReply> = {}): PreviewRackReply => ({
  format: 'position-list',
  convention: 'slas',
  isConventionAssumed: true,
  isConventionSwitchable: true,
  inPlace: { slas: 0, own: 0 },
  entries: [],
  missing: [],
  away: [],
  problems: [],
  moves: [],
  expected: [],
  ...preview,
})

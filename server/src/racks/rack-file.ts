import type { RackFormat } from '@lims/contract/rack-scan.ts'
import type { LineKind } from './rack-fault.ts'
import type { Reading } from './tube-reading.ts'

/** Where a reader saw a tube: by a label, by numbers, or by its turn in a list of the whole rack. */
export type ScannedPlace = { label: string } | { row: number; column: number } | { turn: number; of: number }

export type ScannedCell = { line: number; place: ScannedPlace; reading: Reading }

/** A rack-reader file as it was read, whatever its format. */
export type RackFile = { format: RackFormat; word: LineKind; cells: ScannedCell[] }

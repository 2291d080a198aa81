import { displayName, type SampleStatus } from '@lims/contract/sample-status.ts'
import type { SampleType } from '@lims/contract/sample-type.ts'
import type { OccupancyEntry } from '@lims/contract/storage.ts'
import { highOccupancyPercent } from '@lims/contract/storage-type.ts'
import { statusSigns } from '../../../entities/sample/status-sign.ts'
import { fullnessOf } from '../../../entities/storage/fullness.ts'
import { formatStorageType } from '../../../entities/storage/storage-text.ts'

export type ColourBy = 'status' | 'type'

/**
 * How a content looks: `tone` names its colours in cell-tones.css, `sign` distinguishes it without colour, `word`
 * explains it in the legend.
 */
export type Paint = { tone: string; sign: string; word: string }

const typeSigns: Record<SampleType, string> = {
  UNKNOWN_SAMPLE_TYPE: '?',
  PLASMA: 'P',
  BLOOD: 'B',
  SERUM: 'S',
  CSF: 'C',
  DNA: 'D',
}

/** Blood is red and plasma straw-coloured; the other colours only have to differ. */
const typeTones: Record<SampleType, SampleStatus> = {
  UNKNOWN_SAMPLE_TYPE: 'UNKNOWN',
  PLASMA: 'SENT_TO_C2N',
  BLOOD: 'QC_FAIL',
  SERUM: 'COLLECTED',
  CSF: 'RECEIVED',
  DNA: 'PROCESSED',
}

const toneOf = (status: SampleStatus) => status.toLowerCase().replaceAll('_', '-')

export function paintOf({ sample, storage }: OccupancyEntry, by: ColourBy): Paint {
  if (sample && by === 'type') {
    return {
      tone: toneOf(typeTones[sample.type]),
      sign: typeSigns[sample.type],
      word: displayName(sample.type),
    }
  }
  if (sample) {
    return { tone: toneOf(sample.status), sign: statusSigns[sample.status], word: displayName(sample.status) }
  }
  const isHigh = storage !== undefined && fullnessOf(storage).isHigh
  const word = formatStorageType(storage?.type ?? 'UNKNOWN')
  return {
    tone: isHigh ? 'storage-high' : 'storage',
    sign: word.charAt(0),
    word: isHigh ? `${word}, above ${highOccupancyPercent} % full` : word,
  }
}

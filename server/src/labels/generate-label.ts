import { errorTexts } from '@lims/contract/errors.ts'
import {
  defaultAdditionalInfo,
  type ErrorCorrection,
  type GenerateLabelBody,
  type LabelStock,
} from '@lims/contract/labels.ts'
import { displayName } from '@lims/contract/sample-status.ts'
import type { TimeZone } from '@lims/contract/time-zone.ts'
import type { Db } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { findSample, type SampleRow } from '../samples/sample-queries.ts'
import { layOutLabel } from './label-layout.ts'

/** Returns the label of one sample as ZPL. Throws `sample-not-found`. */
export async function generateLabel(db: Db, body: GenerateLabelBody, printing: Printing): Promise<string> {
  const sample = await findSample(db, body.uuid)
  if (!sample) throw new DomainError('sample-not-found', errorTexts.sampleNotFound)
  const { errorCorrection } = body.barcodeSpec
  return labelOf(sample, { errorCorrection, additionalInfo: body.additionalInfo }, printing)
}

type LabelOptions = { errorCorrection: ErrorCorrection; additionalInfo?: string | null | undefined }

/**
 * On what, with the days of which time zone, and for whom: who may not see subjects gets a label without the subject.
 */
export type Printing = { stock: LabelStock; zone: TimeZone; seesSubjects: boolean }

/** Returns the label of a sample as ZPL. */
export function labelOf(
  { subject_id, ...sample }: SampleRow,
  { errorCorrection, additionalInfo }: LabelOptions,
  { stock, zone, seesSubjects }: Printing,
): string {
  const day = zone.dayOf(sample.collected_at ?? sample.created_at)
  const lines = linesOf({ ...sample, subject_id: seesSubjects ? subject_id : null }, { day, additionalInfo })
  return layOutLabel({ id: sample.id, lines, errorCorrection }, stock)
}

type Texts = { day: string; additionalInfo: string | null | undefined }

function linesOf(sample: SampleRow, { day, additionalInfo }: Texts): string[] {
  const type = displayName(sample.type)
  const subject = sample.subject_id ? `S: ${sample.subject_id}` : ''
  const isDefault = !additionalInfo || saysOnlyTheId(additionalInfo, sample.id)
  return isDefault
    ? [sample.alias, sample.name, type, subject, day].filter(Boolean)
    : [sample.alias, sample.name, [type, subject].filter(Boolean).join('  '), additionalInfo, day]
}

const saysOnlyTheId = (text: string, id: string) =>
  text.replace(/[\s:_-]/g, '').toLowerCase() === defaultAdditionalInfo(id).replace(/[\s-]/g, '').toLowerCase()

import { errorTexts } from '@lims/contract/errors.ts'
import {
  defaultAdditionalInfo,
  type ErrorCorrection,
  type GenerateLabelBody,
  type LabelStock,
} from '@lims/contract/labels.ts'
import { displayName } from '@lims/contract/sample-status.ts'
import type { Db } from '../db/database.ts'
import { DomainError } from '../errors/domain-error.ts'
import { findSample, type SampleRow } from '../samples/sample-queries.ts'
import { layOutLabel } from './label-layout.ts'

/** The label of one sample as ZPL. */
export async function generateLabel(db: Db, body: GenerateLabelBody, printing: Printing): Promise<string> {
  const sample = await findSample(db, body.uuid)
  if (!sample) throw new DomainError('sample-not-found', errorTexts.sampleNotFound)
  const { errorCorrection } = body.barcodeSpec
  return labelOf(sample, { errorCorrection, additionalInfo: body.additionalInfo }, printing)
}

type LabelOptions = { errorCorrection: ErrorCorrection; additionalInfo?: string | null | undefined }

/** On what, and for whom: a label for somebody who may not see subjects does not name the subject. */
export type Printing = { stock: LabelStock; seesSubjects: boolean }

/** The label of a sample that is at hand. */
export function labelOf(
  { subject_id, ...sample }: SampleRow,
  { errorCorrection, additionalInfo }: LabelOptions,
  { stock, seesSubjects }: Printing,
): string {
  const lines = linesOf({ ...sample, subject_id: seesSubjects ? subject_id : null }, additionalInfo)
  return layOutLabel({ id: sample.id, lines, errorCorrection }, stock)
}

function linesOf(sample: SampleRow, additionalInfo: string | null | undefined): string[] {
  const date = (sample.collected_at ?? sample.created_at).toISOString().slice(0, 10)
  const type = displayName(sample.type)
  const subject = sample.subject_id ? `S: ${sample.subject_id}` : ''
  const isDefault = !additionalInfo || saysOnlyTheId(additionalInfo, sample.id)
  return isDefault
    ? [sample.alias, sample.name, type, subject, date].filter(Boolean)
    : [sample.alias, sample.name, [type, subject].filter(Boolean).join('  '), additionalInfo, date]
}

const saysOnlyTheId = (text: string, id: string) =>
  text.replace(/[\s:_-]/g, '').toLowerCase() === defaultAdditionalInfo(id).replace(/[\s-]/g, '').toLowerCase()

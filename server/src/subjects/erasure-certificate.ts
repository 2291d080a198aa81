import { formatCount } from '@lims/contract/format-count.ts'
import type { Erasure } from './erasure-queries.ts'
import { mentionsId } from './mentions-id.ts'
import type { Traces } from './trace-queries.ts'

type Facts = {
  erasure: Erasure
  traces: Traces
  /** The number of samples from which the address of their BAM file was removed. */
  addressesRemoved: number
  /** What still has the ID in its name. */
  namesLeft: readonly string[]
  /** Tube IDs of other samples whose BAM file has the ID in its address. */
  addressesLeft: readonly string[]
  /** The number of BAM files of the data repository that have the ID in their path. */
  filesLeft: number
  /** Tube IDs of parents, children and siblings of the samples that had another subject, or none. */
  relatives: readonly string[]
  personName: string
  lastSeal: { number: number; hash: string } | undefined
}

/** Returns the certificate of an erasure as plain text. It does not name the subject. */
export function erasureCertificate({
  erasure,
  traces,
  addressesRemoved,
  namesLeft,
  addressesLeft,
  filesLeft,
  relatives,
  personName,
  lastSeal,
}: Facts): string {
  const { samples } = traces
  const isLeft = namesLeft.length + addressesLeft.length + filesLeft > 0
  const lines = [
    'CERTIFICATE OF ERASURE',
    'General Data Protection Regulation (EU) 2016/679, article 17',
    '',
    `Erasure:  ${erasure.id}`,
    `Time:     ${erasure.erasedAt.toISOString()}`,
    `Person:   ${personName} (${erasure.erasedBy})`,
    `Reason:   ${erasure.reason}`,
    '',
    'Removed: the ID of one subject, and the visits and notes of its samples, from',
    `  ${formatCount(samples.length, 'sample')} and their status changes`,
    `  ${formatCount(traces.eventIds.length + traces.onlyReasonIds.length, 'event')} of the audit trail (their content; that they happened, when and by whom stays)`,
    `  ${formatCount(traces.deletedRows.length, 'record')} of what was deleted before`,
    '  saved replies, reasons of print runs, batch descriptions and metadata, saved views and messages of scans',
    ...(addressesRemoved > 0
      ? [
          `  the address of the BAM file of ${formatCount(addressesRemoved, 'sample')}, which contained the ID: no scan enters it again`,
        ]
      : []),
    '',
    'Kept: a salted hash of the ID, by which an older backup is erased again when it is restored. It is written beside',
    '  the backups by the next one: please make one now.',
    'Not removed: names of samples, batches and storages, and tube IDs. Names of the tubes of a patient batch, and of',
    '  their children, begin with the ID of their subject. Stock-takes and moves keep the names that storages had, and',
    '  their reports show them. Free text of other records, files that were exported or printed, and the data repository',
    '  are outside of this erasure, and so are earlier backups until they are deleted.',
    ...(namesLeft.length > 0
      ? [
          `The ID is still in ${formatCount(namesLeft.length, 'name')}, of: ${namesLeft.join(', ')}.`,
          '  Please rename these; what was deleted, after it is restored. Their former names stay in the audit trail.',
          '  A tube ID is printed on its tube, and stays.',
        ]
      : []),
    ...(filesLeft > 0
      ? [
          `The ID is still in the path of ${formatCount(filesLeft, 'BAM file')} of the data repository.`,
          '  Please move these. The next scan forgets their former paths; then enter the new addresses on the samples.',
        ]
      : []),
    ...(addressesLeft.length > 0
      ? [
          `The ID is still in the address of the BAM file of ${formatCount(addressesLeft.length, 'other sample')}, by tube ID: ${addressesLeft.join(', ')}.`,
        ]
      : []),
    '',
    ...(erasure.samples === 'keep'
      ? [`Samples: ${formatCount(samples.length, 'sample')} kept${isLeft ? '' : ' as anonymous'}.`]
      : [
          `Samples: ${formatCount(samples.length, 'sample')} to be destroyed, by tube ID:`,
          ...samples.map(({ id, alias }) =>
            mentionsId(traces.wanted, alias) ? `  ${id}, whose tube ID has the ID` : `  ${alias}`,
          ),
        ]),
    ...(relatives.length > 0
      ? [
          '',
          'Please check: these parents or children of the samples had another subject or none, and were not touched, by',
          '  tube ID:',
          ...relatives.map((alias) => `  ${alias}`),
        ]
      : []),
    '',
    lastSeal
      ? `Last seal of the audit trail before the erasure: ${lastSeal.number}, ${lastSeal.hash}`
      : 'The audit trail had no seal at the time of the erasure.',
    '',
  ]
  return lines.join('\n')
}

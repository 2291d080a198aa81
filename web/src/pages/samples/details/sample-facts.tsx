import { displayName } from '@lims/contract/sample-status.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { structuredBarcode } from '@lims/contract/structured-barcode.ts'
import { formatMillilitres } from '@lims/contract/volume.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PersonalValue } from '../../../entities/sample/personal-value.tsx'
import { meQuery } from '../../../entities/session/me-api.ts'
import { type DetailRow, DetailTable } from '../../../ui/detail-table.tsx'
import { formatInstant } from '../../../ui/format-instant.ts'
import { isWebAddress } from '../../../ui/is-web-address.ts'
import { WebLink } from '../../../ui/linked-text.tsx'
import { Masked } from '../../../ui/masked.tsx'
import { metadataRows } from '../../../ui/metadata-rows.tsx'
import { Mono } from '../../../ui/mono.tsx'
import { Copyable } from './copyable.tsx'
import { bamDoubtOf, dataFileAnchor } from './data-file-panel.tsx'
import { RevealedSubject } from './revealed-subject.tsx'
import styles from './sample-facts.module.css'
import { SubjectLookup, subjectKey, withoutSubject } from './subject-lookup.tsx'

type Props = {
  sample: Sample
  isSubjectHidden: boolean
  onHideSubject: (isHidden: boolean) => void
  /** The name of the parent, once it is loaded. */
  parentName: string | undefined
  statusCell: ReactNode
}

export function SampleFacts({ sample, isSubjectHidden, onHideSubject, parentName, statusCell }: Props) {
  const me = useQuery(meQuery)
  const shown = isSubjectHidden ? withoutSubject(sample) : sample
  const subjectCell = me.isPending ? (
    <Masked />
  ) : me.data?.rolesOn ? (
    <RevealedSubject key={subjectKey(sample)} sample={shown} onHide={onHideSubject} />
  ) : (
    <SubjectLookup sample={shown} onHide={onHideSubject} />
  )
  const identity: DetailRow[] = [
    { label: 'Status', value: statusCell },
    { label: 'Tube ID', value: <Mono>{sample.alias}</Mono> },
    { label: 'Structured Barcode', value: <Mono>{structuredBarcode(shown)}</Mono> },
    { label: 'Type', value: displayName(sample.type) },
    { label: 'Tube Type', value: sample.tubeType ?? '—' },
    { label: 'Volume', value: volume(sample) },
    { label: 'Batch ID', value: <BatchLink {...sample} /> },
    { label: 'Parent Sample ID', value: <ParentLink id={sample.parentSampleId} name={parentName} /> },
    { label: 'Subject ID', value: subjectCell },
    { label: 'Site ID', value: <PersonalValue value={sample.siteId} none="not assigned" /> },
    { label: 'Visit', value: sample.visitId },
    { label: 'Notes', value: sample.notes },
    { label: 'ID', value: <Copyable text={sample.id} /> },
  ]
  const record: DetailRow[] = [
    { label: 'Collected', value: formatInstant(sample.collectionTimestamp) },
    { label: 'Received', value: formatInstant(sample.receivedTimestamp) },
    { label: 'QC', value: formatInstant(sample.qcTimestamp) },
    { label: 'Processed', value: formatInstant(sample.processedTimestamp) },
    { label: 'Archived', value: formatInstant(sample.archivedTimestamp) },
    { label: 'bamFileUri', value: bamFile(sample) },
    ...metadataRows(remainingMetadata(sample.metadata), { isMasked: sample.masked === true }),
  ]
  return (
    <div className={styles.columns}>
      <DetailTable label="Sample" rows={identity} />
      <DetailTable label="Record" rows={record} />
    </div>
  )
}

/** The specification writes 'ml' on this page, and 'mL' everywhere else. */
const volume = (sample: Sample) => formatMillilitres(sample.volume).replace('mL', 'ml')

/** Addresses of http and https are web links; s3://, gs:// and repository paths lead to the data file panel. */
function bamFile(sample: Sample): ReactNode {
  const { bamFileUri } = sample
  if (bamDoubtOf(sample) !== undefined) {
    return (
      <Link to="." hash={dataFileAnchor}>
        in doubt, not used
      </Link>
    )
  }
  if (!bamFileUri) return bamFileUri
  // Folders of file servers have blanks; the table takes no text with a blank for an address.
  if (isWebAddress(bamFileUri)) return <WebLink address={bamFileUri} />
  return (
    <Link to="." hash={dataFileAnchor} className="mono">
      {bamFileUri}
    </Link>
  )
}

/** Leaves out what is shown elsewhere: the tube type has its own row, a doubt is shown in the data file panel. */
const remainingMetadata = ({ tubeType, bamDoubt, bamDoubtedUri, ...metadata }: Sample['metadata']) => metadata

function BatchLink({ batchId, batchName }: Pick<Sample, 'batchId' | 'batchName'>) {
  return (
    <Link to="/batches/$batchId" params={{ batchId }} title={batchId}>
      {batchName}
    </Link>
  )
}

function ParentLink({ id, name }: { id: string | null; name: string | undefined }) {
  if (!id) return '—'
  return (
    <Link to="/samples/$sampleId" params={{ sampleId: id }} title={id}>
      {name ?? <Mono>{id}</Mono>}
    </Link>
  )
}

import {
  AddPatientBatchBody,
  batchesApi,
  firstVisitId,
  type PatientSubjects,
  PatientSubjectsQuery,
} from '@lims/contract/batches.ts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { call } from '../../api/call.ts'
import { batchKeys } from '../../entities/batch/batch-api.ts'
import { useMay } from '../../entities/session/use-may.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import styles from './batch-form.module.css'

type Props = {
  samplePrefix: string | undefined
  numPatients: number | null | undefined
  visitId: string | undefined
}

/** A text is what the field could not parse, as '1.000'. The query of a request would make a number of it. */
const Entered = PatientSubjectsQuery.extend({ numPatients: AddPatientBatchBody.shape.numPatients })

/** Which subject IDs a prefix gives, and whether samples have one already: then these are the same patients again. */
export function PatientSubjectsNote({ samplePrefix, numPatients, visitId }: Props) {
  const mayCreate = useMay('batch.create')
  const entered = useDebounced(JSON.stringify({ samplePrefix, numPatients, visitId }))
  const { data: query } = Entered.safeParse(JSON.parse(entered))
  const { data: subjects } = useQuery({
    queryKey: [...batchKeys.all, 'patient-subjects', query] as const,
    queryFn:
      query && mayCreate
        ? ({ signal }) => call(batchesApi.patientSubjects, { query }, { signal })
        : skipToken,
  })
  return (
    <div role="status" className={styles.subjects}>
      {subjects && <Note subjects={subjects} visitId={query?.visitId} />}
    </div>
  )
}

const otherPrefix = 'For other patients, enter another prefix.'

function Note({ subjects, visitId }: { subjects: PatientSubjects; visitId: string | undefined }) {
  const { first, last, knownIn, isVisitKnown, isDeleted } = subjects
  if (isDeleted)
    return (
      <Alert
        type="warning"
        showIcon
        title="Deleted samples have these subject IDs"
        description={`If they are restored, these are tubes of the same patients. ${otherPrefix}`}
      />
    )
  if (knownIn === undefined)
    return (
      <p className="muted">
        {first === last ? `The subject ID is ${first}.` : `The subject IDs are ${first} to ${last}.`}
      </p>
    )
  return (
    <Alert
      type={visitId && !isVisitKnown ? 'info' : 'warning'}
      showIcon
      title={`Tubes in ${knownIn} have these subject IDs already`}
      description={newTubes(isVisitKnown, visitId)}
    />
  )
}

function newTubes(isVisitKnown: boolean | undefined, visitId: string | undefined): string {
  const visit = visitId ?? firstVisitId
  const others = `For another visit, enter its Visit ID. ${otherPrefix}`
  if (isVisitKnown)
    return `The new tubes would be for the same patients and the same visit, ${visit}, and may get the names of existing tubes. ${others}`
  const ofPatients = `The new tubes are for visit ${visit} of the same patients.`
  return visitId
    ? `${ofPatients} Their names contain ${visit} after the subject ID.`
    : `${ofPatients} ${others}`
}

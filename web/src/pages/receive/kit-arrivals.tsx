import { joinTexts } from '@lims/contract/join-texts.ts'
import { receivableStatuses } from '@lims/contract/sample-status.ts'
import type { SampleListReply } from '@lims/contract/samples.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import { useStore } from '../../api/create-store.ts'
import { sampleKeys } from '../../entities/sample/sample-api.ts'
import { announce } from '../../ui/announcer.tsx'
import styles from './batch-arrivals.module.css'
import { lastSubject } from './receive-api.ts'

/** More tubes of one patient than a person unpacks at once are not listed. */
const maxKitSize = 100
const maxNames = 12

const kitQuery = (batchId: string, subjectId: string) =>
  queryOptions({
    queryKey: [...sampleKeys.all, 'kit', batchId, subjectId] as const,
    queryFn: ({ signal }) => {
      const query = { batchId, subjectId, hasParent: 'no', pageSize: maxKitSize } as const
      return call(samplesApi.search, { query }, { signal })
    },
  })

/**
 * How many tubes of the patient of a receipt have arrived, and which have not: 'NB-P003: 7 of 10 arrived. Not arrived:
 * EDTA-5, …'. Nothing if the receipt did not name the patient.
 */
export function KitArrivals({ batchId, sampleId }: { batchId: string; sampleId: string }) {
  const last = useStore(lastSubject)
  const subjectId = (last?.sampleId === sampleId && last.subjectId) || ''
  const kitOptions = { ...kitQuery(batchId, subjectId), enabled: subjectId !== '' }
  const { data: kit, isError, isFetching } = useQuery(kitOptions)
  const text = kit && isWhole(kit) && `${subjectId}: ${describeKit(kit.samples, subjectId)}`

  const readAloud = useRef<string>(undefined)

  // Synchronises with screen readers, which do not read what changes in the list of arrivals.
  useEffect(() => {
    // What is being fetched again may be from before the receipt.
    if (!text || isFetching || text === readAloud.current) return
    readAloud.current = text
    announce(text)
  }, [text, isFetching])

  if (!subjectId || (kit ? !text : isError)) return null
  return <p className={styles.kit}>{text ?? `${subjectId}: …`}</p>
}

const isWhole = ({ samples, totalSamples }: SampleListReply) =>
  samples.length > 0 && totalSamples === samples.length

function describeKit(samples: SampleListReply['samples'], subjectId: string): string {
  const awaited = samples.filter(({ status }) => receivableStatuses.includes(status))
  const arrived = `${samples.length - awaited.length} of ${samples.length} arrived`
  if (awaited.length === 0) return arrived
  const names = awaited.map(({ name }) => shortName(name, subjectId))
  return `${arrived}. Not arrived: ${joinTexts(names, { max: maxNames })}`
}

/** Without the ID of the patient, with which the names of a kit begin. */
const shortName = (name: string, subjectId: string) =>
  name.startsWith(`${subjectId}-`) ? name.slice(subjectId.length + 1) : name

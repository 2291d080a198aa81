import { hourMs, minuteMs } from '@lims/contract/durations.ts'
import type { BodyOf, RequestOf } from '@lims/contract/endpoint.ts'
import { maxPageSize } from '@lims/contract/paging.ts'
import type { TemperatureAlarm } from '@lims/contract/temperature-alarm.ts'
import { type Reading, temperaturesApi } from '@lims/contract/temperatures.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { freezerWorkKeys } from '../freezer-work/freezer-work-keys.ts'

/** The periods of the curve, in hours. */
const periodHours = { day: 24, week: 168, month: 720, year: 8760 } as const
export type Period = keyof typeof periodHours

const keys = {
  all: [...freezerWorkKeys.all, 'temperatures'] as const,
  state: (storageId: number) => [...keys.all, 'state', storageId] as const,
  curve: (storageId: number, period: Period) => [...keys.all, 'curve', storageId, period] as const,
  excursions: (storageId: number, pageNumber: number) =>
    [...keys.all, 'excursions', storageId, pageNumber] as const,
  alarms: (storageId?: number) => [...keys.all, 'alarms', storageId] as const,
  sample: (sampleId: string, pageNumber: number) => [...keys.all, 'sample', sampleId, pageNumber] as const,
}

/** Loggers post once a minute, and a silence begins without any message. */
const everyMinute = { refetchInterval: minuteMs, staleTime: 10_000 }

export const temperatureStateQuery = (storageId: number) =>
  queryOptions({
    queryKey: keys.state(storageId),
    queryFn: async ({ signal }) =>
      (await call(temperaturesApi.get, { query: { storageId } }, { signal })).state,
    ...everyMinute,
  })

/** The curve of the time until now, with the times that it covers and all excursions that touch it. */
export const curveQuery = (storageId: number, period: Period) =>
  queryOptions({
    queryKey: keys.curve(storageId, period),
    queryFn: async ({ signal }) => {
      const to = new Date()
      const from = new Date(to.getTime() - periodHours[period] * hourMs)
      const query = { storageId, from: from.toISOString(), to: to.toISOString() }
      const [curve, excursions] = await Promise.all([
        call(temperaturesApi.curve, { query }, { signal }),
        listExcursions(query, signal),
      ])
      return { ...curve, excursions, from, to }
    },
    ...everyMinute,
  })

type ExcursionFilter = Omit<RequestOf<typeof temperaturesApi.excursions>['query'], 'pageNumber' | 'pageSize'>

/** Returns all excursions, page by page, the latest first. */
async function listExcursions(filter: ExcursionFilter, signal: AbortSignal): Promise<TemperatureAlarm[]> {
  const found: TemperatureAlarm[] = []
  for (let pageNumber = 0; ; pageNumber++) {
    const query = { ...filter, pageNumber, pageSize: maxPageSize }
    const { excursions, totalExcursions } = await call(temperaturesApi.excursions, { query }, { signal })
    found.push(...excursions)
    if (excursions.length === 0 || found.length >= totalExcursions) return found
  }
}

export const excursionsPerPage = 10

export const excursionsQuery = (storageId: number, pageNumber: number) =>
  queryOptions({
    queryKey: keys.excursions(storageId, pageNumber),
    queryFn: ({ signal }) =>
      call(
        temperaturesApi.excursions,
        { query: { storageId, pageNumber, pageSize: excursionsPerPage } },
        { signal },
      ),
    ...everyMinute,
  })

export const alarmsQuery = (storageId?: number) =>
  queryOptions({
    queryKey: keys.alarms(storageId),
    queryFn: ({ signal }) =>
      call(temperaturesApi.alarms, { query: storageId === undefined ? {} : { storageId } }, { signal }),
    ...everyMinute,
  })

export const excursionsOfSampleQuery = (sampleId: string, pageNumber: number) =>
  queryOptions({
    queryKey: keys.sample(sampleId, pageNumber),
    queryFn: ({ signal }) =>
      call(
        temperaturesApi.sample,
        { query: { sampleId, pageNumber, pageSize: excursionsPerPage } },
        { signal },
      ),
    ...everyMinute,
  })

type ExcursionOf = Pick<RequestOf<typeof temperaturesApi.samples>['query'], 'storageId' | 'beganAt'>

/**
 * Returns the ids of the samples that were inside during an excursion, page by page, and how many they are. Reads no
 * further pages if they are more than `limit`.
 */
export async function fetchSamplesInside(excursion: ExcursionOf, limit: number) {
  const sampleIds = new Set<string>()
  for (let pageNumber = 0; ; pageNumber++) {
    const query = { ...excursion, pageNumber, pageSize: maxPageSize }
    const { samples, totalSamples } = await call(temperaturesApi.samples, { query })
    for (const { id } of samples) sampleIds.add(id)
    if (samples.length < maxPageSize || totalSamples > limit) {
      return { sampleIds: [...sampleIds], totalSamples }
    }
  }
}

/** Refetches all temperatures that are on the screen, and the alarms that are open. */
function useRefresh() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [keys.all, freezerWorkKeys.open].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    )
}

export function useAcknowledge() {
  return useWrite({
    isSubmission: true,
    mutationFn: (body: BodyOf<typeof temperaturesApi.acknowledge>, options) =>
      call(temperaturesApi.acknowledge, { body }, options),
    onSettled: useRefresh(),
    meta: { errorTitle: 'The alarm was not acknowledged' },
  })
}

export function useSetLimits() {
  return useWrite({
    isSubmission: true,
    mutationFn: (body: BodyOf<typeof temperaturesApi.setLimits>, options) =>
      call(temperaturesApi.setLimits, { body }, options),
    onSettled: useRefresh(),
    meta: { errorTitle: 'The limits were not saved' },
  })
}

export const usePostReadings = () =>
  useWrite({
    mutationFn: ({ storageId, readings }: { storageId: number; readings: Reading[] }, options) =>
      call(temperaturesApi.post, { body: { storageId, readings } }, options),
    onSettled: useRefresh(),
    meta: { errorTitle: 'The readings were not added' },
  })

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryError } from '../../../api/query-error.tsx'
import { excursionsOfSampleQuery } from '../../../entities/temperature/temperature-api.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'

/** Most samples were inside none. */
const ExcursionList = lazyPart(() => import('./excursion-list.tsx').then((file) => file.ExcursionList), {
  rows: 2,
})

/** The temperature excursions that the sample was inside; nothing if there were none. */
export function ExcursionPanel({ sampleId }: { sampleId: string }) {
  const [pageNumber, setPageNumber] = useState(0)
  const query = useQuery({
    ...excursionsOfSampleQuery(sampleId, pageNumber),
    placeholderData: keepPreviousData,
  })
  if (query.isLoadingError) {
    return <QueryError title="The temperature excursions could not be loaded" query={query} />
  }
  if (!query.data || query.data.totalExcursions === 0) return null
  const { excursions, totalExcursions } = query.data
  return <ExcursionList {...{ excursions, totalExcursions, pageNumber }} onPage={setPageNumber} />
}

import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../../api/query-error.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { openRunQuery } from './print-run-api.ts'

const OpenRunAlert = lazyPart(() => import('./open-run-alert.tsx').then((file) => file.OpenRunAlert), {
  rows: 1,
})

/** Offers to resume the unfinished print run of a batch. */
export function OpenRunNotice({ batchId, onResume }: { batchId: string; onResume: () => void }) {
  const openRun = useQuery(openRunQuery(batchId))
  if (openRun.isLoadingError) return <QueryError title="Failed to fetch the print run" query={openRun} />
  const { run, quietSeconds } = openRun.data ?? {}
  if (!run) return null
  return <OpenRunAlert run={run} quietSeconds={quietSeconds ?? 0} onResume={onResume} />
}

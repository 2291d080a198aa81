import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import { maxCountedTotal } from '@lims/contract/paging.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { proofQuery, refetchUntilAllSealed, useVerify } from '../../features/audit-trail/audit-api.ts'
import { shownTimeZone } from '../../ui/clock.ts'
import { formatMoment } from '../../ui/format-moment.ts'
import { useRerenderDaily } from '../../ui/use-rerender-daily.ts'
import styles from './audit.module.css'

/** What proves the trail, on one line, and the check of its newest part. */
export function ProofLine() {
  useRerenderDaily()
  const { data: proof } = useQuery({ ...proofQuery, ...refetchUntilAllSealed })
  const verify = useVerify()
  const result = verify.data
  const isCounted = proof && proof.unsealed < maxCountedTotal
  return (
    <div className={styles.proof}>
      {proof && (
        <span className="numbers">
          {proof.unsealed === 0
            ? 'All events are sealed.'
            : `${isCounted ? '' : 'At least '}${formatCount(proof.unsealed, 'event')} ${proof.unsealed === 1 ? 'waits' : 'wait'} for a seal.`}
          {proof.lastSealAt && ` Last seal ${formatMoment(proof.lastSealAt)}.`}
        </span>
      )}
      <span>Times are those of {shownTimeZone()}.</span>
      <span role="status">
        {result?.finding === null &&
          ` ${formatNumber(result.verified)} verified ${formatMoment(result.at)}, none altered.`}
        {result?.finding && <Alert type="error" showIcon title={result.finding} />}
      </span>
      <Button size="small" loading={verify.isPending} onClick={() => verify.mutate({})}>
        Verify now
      </Button>
    </div>
  )
}

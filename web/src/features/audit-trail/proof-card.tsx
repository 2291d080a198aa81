import { CheckOutlined } from '@ant-design/icons'
import type { AuditEvent, AuditProof } from '@lims/contract/audit-api.ts'
import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Card } from 'antd'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { formatMoment } from '../../ui/format-moment.ts'
import { type HistoryOf, proofQuery, useVerify } from './audit-api.ts'
import styles from './audit-trail.module.css'

type Props = {
  of: HistoryOf
  /** Those of the record that are loaded, the newest first. */
  events: readonly AuditEvent[]
  total: number
}

/** What proves that no event was altered: seals, anchors, and a check of the chain on request. */
export function ProofCard({ of, events, total }: Props) {
  const { data: proof } = useQuery(proofQuery)
  const verify = useVerify()
  const denied = useDeniedProps('audit.read')
  const unsealed = events.filter(({ seal }) => seal === null).length
  return (
    <Card>
      <h2 className={styles.title}>Proof</h2>
      {proof && (
        <>
          <p className={styles.seal} data-sealed={unsealed === 0}>
            {unsealed === 0 && <CheckOutlined aria-hidden />} {sealText(total, unsealed)}
          </p>
          <p className={styles.note}>{anchorText(proof.anchors)}</p>
        </>
      )}
      <div role="status">
        {verify.data &&
          (verify.data.finding === null ? (
            <p className={styles.note}>
              {verify.data.verified === 0
                ? 'Nothing to verify: no event is sealed yet, or all were erased.'
                : `Chain verified ${formatMoment(verify.data.at)}: ${formatCount(verify.data.verified, 'event')}, none altered.`}
            </p>
          ) : (
            <Alert className={styles.finding ?? ''} type="error" showIcon title={verify.data.finding} />
          ))}
      </div>
      <Button {...denied} loading={verify.isPending} onClick={() => verify.mutate(of)}>
        Verify now
      </Button>
    </Card>
  )
}

function sealText(total: number, unsealed: number): string {
  const all = formatNumber(total)
  if (unsealed === 0) return total === 1 ? 'The event is sealed' : `All ${all} events sealed`
  return `${formatNumber(unsealed)} of ${all} events wait for a seal`
}

function anchorText({ file, timeStamp }: AuditProof['anchors']): string {
  if (!file && !timeStamp) return 'The seals are not anchored outside of the database.'
  const parts = [
    ...(timeStamp?.lastAt ? [`by time stamp ${formatMoment(timeStamp.lastAt)}`] : []),
    ...(file?.lastAt ? [`in a file ${formatMoment(file.lastAt)}`] : []),
  ]
  const unreadable = file?.isUnreadable ? 'The server cannot read the file of the anchors.' : ''
  if (parts.length === 0) return unreadable || 'No seal is anchored yet.'
  return `Anchored ${parts.join(' and ')}. ${unreadable}`.trimEnd()
}

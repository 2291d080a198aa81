import { CheckOutlined } from '@ant-design/icons'
import type { Permission } from '@lims/contract/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMayAny } from '../../entities/session/use-may.ts'
import { freezersQuery } from '../../entities/stats/stats-api.ts'
import { DashboardCard } from './dashboard-card.tsx'
import styles from './first-steps.module.css'
import { FreezerCard } from './freezer-card.tsx'

type Address = '/storage/create' | '/batches/create-patient' | '/batches' | '/receive'
type Step = {
  title: string
  text: string
  link: Address
  linkText: string
  /** What the page behind the link requires. */
  permission: Permission
  isDone?: boolean
}

/** The first steps of a new laboratory, and the freezers that it already has. */
export function FirstSteps({ hasBatch }: { hasBatch: boolean }) {
  const { data } = useQuery(freezersQuery)
  const may = useMayAny()
  const hasFreezer = data !== undefined && data.totalFreezers > 0
  const steps: Step[] = [
    {
      title: 'Describe your freezers',
      text: 'Freezers, shelves, racks and boxes, each with its grid of cells.',
      link: '/storage/create',
      linkText: 'Create a storage',
      permission: 'storage.edit',
      isDone: hasFreezer,
    },
    {
      title: 'Register a batch',
      text: 'A kit of tubes for each patient, tubes of one type, or a file you have.',
      link: '/batches/create-patient',
      linkText: 'Create a patient batch',
      permission: 'batch.create',
      isDone: hasBatch,
    },
    {
      title: 'Print its labels',
      text: 'Each tube gets a QR code that names it for good.',
      link: '/batches',
      linkText: 'Open the batches',
      permission: 'batch.read',
    },
    {
      title: 'Receive the tubes',
      text: 'Scan each one as it arrives; who and when is kept.',
      link: '/receive',
      linkText: 'Receive samples',
      permission: 'sample.receive',
    },
  ]
  return (
    <>
      <DashboardCard title="First steps">
        <ol className={styles.steps}>
          {steps.map(({ title, text, link, linkText, permission, isDone = false }, index) => (
            <li key={title} data-done={isDone}>
              <span className={styles.number} aria-hidden>
                {isDone ? <CheckOutlined /> : index + 1}
              </span>
              <div>
                <strong>{title}</strong>
                {isDone && <span className="muted"> · done</span>}
                <p>{text}</p>
                {may(permission) && <Link to={link}>{linkText}</Link>}
              </div>
            </li>
          ))}
        </ol>
      </DashboardCard>
      {hasFreezer && <FreezerCard />}
    </>
  )
}

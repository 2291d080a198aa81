import { formatMillilitres } from '@lims/contract/volume.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Card } from 'antd'
import { QueryError } from '../../../../api/query-error.tsx'
import { CustodyTag } from '../../../../entities/custody/custody-tag.tsx'
import { sampleInfoQuery } from '../../../../entities/sample/sample-api.ts'
import { SampleLink } from '../../../../entities/sample/sample-link.tsx'
import { StatusTag } from '../../../../entities/sample/status-tag.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import styles from './children-panel.module.css'

/** The parent of a sample and its children. */
export function ChildrenPanel({ sampleId }: { sampleId: string }) {
  const info = useQuery(sampleInfoQuery(sampleId))
  const children = info.data?.children ?? []
  const parent = info.data?.parent
  const count = children.length > 0 ? ` (${children.length})` : ''
  return (
    <Card loading={info.isPending} title={<h2 className={styles.heading}>Children{count}</h2>}>
      {info.isError && <QueryError title="The children could not be loaded" query={info} />}
      {parent && (
        <p className={`${styles.parent} running-text`}>
          Derived from{' '}
          <Link to="/samples/$sampleId" params={{ sampleId: parent.id }}>
            {parent.name}
          </Link>
        </p>
      )}
      {info.data && children.length === 0 && <EmptyState isCompact text="No child found" />}
      <ul className={styles.list}>
        {children.map(({ id, name, alias, status, custody, volume }) => (
          <li key={id}>
            <SampleLink id={id} name={name} alias={alias} />
            <span className={styles.state}>
              {volume > 0 && <span className="muted numbers">{formatMillilitres(volume)}</span>}
              <StatusTag status={status} />
              <CustodyTag custody={custody} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

import { Link } from '@tanstack/react-router'
import { Mono } from '../../ui/mono.tsx'
import styles from './sample-link.module.css'

/** A sample as it is named everywhere: its name, and its tube id beside it. */
export function SampleLink({ id, name, alias }: { id: string; name: string; alias: string }) {
  return (
    <span className={styles.line}>
      <Link to="/samples/$sampleId" params={{ sampleId: id }}>
        {name}
      </Link>
      <Mono muted>{alias}</Mono>
    </span>
  )
}

import { Link } from '@tanstack/react-router'
import { Mono } from '../../ui/mono.tsx'
import styles from './sample-link.module.css'

/** A link to a sample: its name, with its tube ID unless that is shown elsewhere and given as ''. */
export function SampleLink({ id, name, alias }: { id: string; name: string; alias: string }) {
  return (
    <span className={styles.line}>
      <Link to="/samples/$sampleId" params={{ sampleId: id }}>
        {name}
      </Link>
      {alias && <Mono isMuted>{alias}</Mono>}
    </span>
  )
}

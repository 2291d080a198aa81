import { displayName, type SampleStatus } from '@lims/contract/sample-status.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { namesInShort } from '../names-in-short.ts'
import styles from './statuses-apart.module.css'

/** Who has which status: the most in one number, and the others, in whose way they stand, by name. */
export function StatusesApart({ samples }: { samples: readonly Sample[] }) {
  const [most, ...others] = Object.entries(Object.groupBy(samples, ({ status }) => status))
    .map(([status, group]) => ({
      status: displayName(status as SampleStatus),
      names: group.map(({ name }) => name),
    }))
    .sort((one, other) => other.names.length - one.names.length)
  if (!most) return null
  return (
    <ul className={styles.list}>
      <li>{`${most.names.length === 1 ? `${most.names[0]} is` : `${most.names.length} samples are`} ${most.status}`}</li>
      {others.map(({ status, names }) => (
        <li key={status}>{`${namesInShort(names)} ${names.length === 1 ? 'is' : 'are'} ${status}`}</li>
      ))}
    </ul>
  )
}

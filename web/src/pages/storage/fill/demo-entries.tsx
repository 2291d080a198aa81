import type { SampleStatus } from '@lims/contract/sample-status.ts'
import type { StorageType } from '@lims/contract/storage-type.ts'
import { StatusTag } from '../../../entities/sample/status-tag.tsx'
import { formatStorageType } from '../../../entities/storage/storage-text.ts'
import { Mono } from '../../../ui/mono.tsx'
import styles from './fill-position.module.css'

/** Invented entries that show what the list looks like. They have no ID and cannot be chosen. */
const demoStorages: { alias: string; type: StorageType }[] = [
  { alias: 'Demo Rack 1', type: 'RACK' },
  { alias: 'Demo Box 1', type: 'BOX' },
  { alias: 'Demo Box 2', type: 'BOX' },
]

const demoSamples: { name: string; alias: string; status: SampleStatus }[] = [
  { name: 'DEMO-P001-EDTA-1', alias: 'DEMO-1', status: 'RECEIVED' },
  { name: 'DEMO-P001-DBS-1', alias: 'DEMO-2', status: 'PROCESSED' },
  { name: 'DEMO-P002-EDTA-1', alias: 'DEMO-3', status: 'COLLECTED' },
]

/** Shown below the error if the storages cannot be loaded. */
export function DemoStorages() {
  return (
    <ul className={styles.demo} aria-label="Demo data, cannot be chosen">
      {demoStorages.map(({ alias, type }) => (
        <li key={alias} aria-disabled>
          {alias} <span>{formatStorageType(type)}</span> <Mark />
        </li>
      ))}
    </ul>
  )
}

/** Shown below the error if the samples cannot be loaded. */
export function DemoSamples() {
  return (
    <ul className={styles.demo} aria-label="Demo data, cannot be chosen">
      {demoSamples.map(({ name, alias, status }) => (
        <li key={name} aria-disabled>
          {name} <Mono>{alias}</Mono> <StatusTag status={status} /> <Mark />
        </li>
      ))}
    </ul>
  )
}

const Mark = () => <span className={styles.mark}>Demo data</span>

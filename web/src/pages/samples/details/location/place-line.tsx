import { EnvironmentOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { PlacePath } from '../../../../entities/storage/place-path.tsx'
import { sampleLocationQuery } from '../../../../entities/storage/storage-api.ts'
import styles from './location-panel.module.css'

/** The place of a sample in the head of its page, where it is seen first on a phone. */
export function PlaceLine({ sampleId }: { sampleId: string }) {
  const { data: location, isError } = useQuery(sampleLocationQuery(sampleId))
  return (
    <div className={styles.line}>
      <EnvironmentOutlined aria-hidden /> <span className="read-aloud-only">Place: </span>
      {location && (location.inStorage ? <PlacePath {...location} /> : 'Not in storage')}
      {!location && isError && 'Unknown location'}
    </div>
  )
}

import type { SampleLocation } from '@lims/contract/sample-location.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Card } from 'antd'
import { useState } from 'react'
import { textOfFailure } from '../../../../api/call-error.ts'
import { QueryError } from '../../../../api/query-error.tsx'
import { useDeniedProps } from '../../../../entities/session/use-may.ts'
import { MiniMap } from '../../../../entities/storage/mini-map.tsx'
import { PlacePath } from '../../../../entities/storage/place-path.tsx'
import {
  occupancyQuery,
  sampleLocationQuery,
  storageQuery,
} from '../../../../entities/storage/storage-api.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { lazyDialog } from '../../../../ui/lazy-dialog.tsx'
import { LoadError } from '../../../../ui/load-error.tsx'
import styles from './location-panel.module.css'

const LocationDialog = lazyDialog(() => import('./location-dialog.tsx').then((file) => file.LocationDialog))

/** The location of a sample, as a path and on the map of its box. */
export function LocationPanel({ sample }: { sample: Pick<Sample, 'id' | 'name'> }) {
  const [isUpdating, setIsUpdating] = useState(false)
  const location = useQuery(sampleLocationQuery(sample.id))
  const denied = useDeniedProps('placement.edit')
  return (
    <>
      <Card loading={location.isPending} title={<h2 className={styles.heading}>Location</h2>}>
        {location.isError && (
          <LoadError
            title="The location could not be loaded"
            text={textOfFailure(location.error, 'No location data available for sample')}
            onRetry={location.refetch}
          />
        )}
        {location.data &&
          (location.data.inStorage ? (
            <Place {...location.data} />
          ) : (
            <div className={styles.path}>
              <EmptyState isCompact text="Not in storage" />
            </div>
          ))}
        <Button block {...denied} onClick={() => setIsUpdating(true)}>
          Update Location
        </Button>
      </Card>
      <LocationDialog
        sample={sample}
        location={location.data}
        isOpen={isUpdating}
        onClose={() => setIsUpdating(false)}
      />
    </>
  )
}

function Place(location: SampleLocation) {
  const storage = useQuery(storageQuery(location.storageId))
  const occupancy = useQuery(occupancyQuery(location.storageId))
  const failed = [storage, occupancy].find(({ isLoadingError }) => isLoadingError)
  const { rowCoordinate: row, columnCoordinate: column } = location
  return (
    <>
      <p className={styles.path}>
        <PlacePath {...location} />
      </p>
      {failed && <QueryError title="The map of the box could not be loaded" query={failed} />}
      {storage.data && occupancy.data && (
        <div className={styles.map}>
          <MiniMap
            storage={storage.data}
            occupancy={occupancy.data}
            cell={row && column ? { row, column } : undefined}
          />
        </div>
      )}
    </>
  )
}

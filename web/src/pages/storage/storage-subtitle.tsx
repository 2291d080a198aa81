import { formatCelsius } from '@lims/contract/format-celsius.ts'
import type { Storage } from '@lims/contract/storage.ts'
import { Link } from '@tanstack/react-router'
import { formatGridSize, formatStorageType } from '../../entities/storage/storage-text.ts'
import { Mono } from '../../ui/mono.tsx'

/** 'Box · 9 × 9 · −80 °C · position A1 in Rack A' */
export function StorageSubtitle({ storage }: { storage: Storage }) {
  const { parentID, parentAlias, position } = storage
  return (
    <>
      {formatStorageType(storage.type)} · {formatGridSize(storage)}
      {storage.effectiveTemperatureC !== null && ` · ${formatCelsius(storage.effectiveTemperatureC)}`}
      {parentID && position && (
        <>
          {' · position '}
          <Link
            to="/storage/$storageId/enhanced"
            params={{ storageId: `${parentID}` }}
            search={{ cell: position }}
          >
            <Mono>{position}</Mono>
          </Link>
          {` in ${parentAlias}`}
        </>
      )}
    </>
  )
}

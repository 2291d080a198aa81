import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../api/query-error.tsx'
import { movingTubesQuery } from '../../entities/move/move-api.ts'
import { Mono } from '../../ui/mono.tsx'
import type { ShownStep } from './move-walk.ts'
import styles from './moves.module.css'

/** Which tube goes from which cell to which, while a box is merged into another. */
export function MovingTubes({ moveId, step }: { moveId: string; step: ShownStep }) {
  const tubes = useQuery(movingTubesQuery(moveId, step.boxId))
  if (tubes.isLoadingError) {
    return <QueryError title="The cells of the tubes could not be loaded" query={tubes} />
  }
  if (!tubes.data) return null
  return (
    <section className={styles.tubes}>
      <h2>
        Tubes of {step.boxAlias} into {step.to?.alias}
      </h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Tube</th>
            <th scope="col">From</th>
            <th scope="col">To</th>
          </tr>
        </thead>
        <tbody>
          {tubes.data.map(({ sampleId, tubeId, fromPosition, toPosition }) => (
            <tr key={sampleId}>
              <td>
                <Mono>{tubeId}</Mono>
              </td>
              <td>
                <Mono>{fromPosition}</Mono>
              </td>
              <td>
                <Mono>{toPosition}</Mono>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

import { pickItemTexts } from '@lims/contract/picks.ts'
import { formatInstant } from '../../ui/format-instant.ts'
import { Mono } from '../../ui/mono.tsx'
import { useIsPrinting } from '../../ui/use-is-printing.ts'
import { BoxMap } from './box-map.tsx'
import { type PickListContent, pathOf, stopsOf } from './pick-walk.ts'
import styles from './printed-pick-list.module.css'

/** The whole walk on paper, with a map of each box. Rendered only while the page is printed: it may be long. */
export function PrintedPickList({ content }: { content: PickListContent }) {
  const isPrinting = useIsPrinting()
  if (!isPrinting) return null
  const { pickList, doors } = content
  return (
    <article className={styles.paper}>
      <h1>{pickList.name}</h1>
      <p>
        For {pickList.personName}
        {pickList.purpose && `, ${pickList.purpose}`}. Created {formatInstant(pickList.createdAt)} by{' '}
        {pickList.createdByName}.
      </p>
      {stopsOf(content).map(({ box, items }) => (
        <section key={box?.storageId ?? 0}>
          <h2>
            {pathOf(box)}
            {box && (
              <small>
                door {box.door} of {doors} · <Mono>{box.code}</Mono>
              </small>
            )}
          </h2>
          <div className={styles.stop}>
            {box && <BoxMap box={box} items={items} currentId={undefined} />}
            <table>
              <tbody>
                {items.map(({ sampleId, place, name, tubeId, position, state }) => (
                  <tr key={sampleId}>
                    <td>{place}</td>
                    <td>
                      <Mono>{position}</Mono>
                    </td>
                    <td className={styles.name}>{name}</td>
                    <td>
                      <Mono>{tubeId}</Mono>
                    </td>
                    <td>{state === 'wanted' ? '☐' : pickItemTexts[state]}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      ))}
    </article>
  )
}

import { custodyNames } from '@lims/contract/custody.ts'
import type { PreviewRackReply, RegisteredTube } from '@lims/contract/rack-scan.ts'
import { Link } from '@tanstack/react-router'
import { pathText } from '../../entities/storage/path-text.ts'
import { Mono } from '../../ui/mono.tsx'
import styles from './rack-lists.module.css'
import { arrivalWords, rackStates, stateOfEntry } from './rack-states.ts'

type Line = { position: string; tube: string; sampleId?: string; name?: string; note?: string }

type KeyedLine = Line & { key: string }

/** The tubes that would change or cannot be placed, by state. */
export function RackLists({ preview }: { preview: PreviewRackReply }) {
  const lists = linesOf(preview)
  return (
    <div className={styles.lists}>
      {lists.map(({ state, lines }) => (
        <section key={state} data-rack-state={state} aria-label={rackStates[state].word}>
          <h2>
            <span aria-hidden>{rackStates[state].sign}</span> {rackStates[state].word}{' '}
            <span className="muted">{lines.length}</span>
          </h2>
          <ul>
            {lines.map(({ key, ...line }) => (
              <ListLine key={key} {...line} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function ListLine({ position, tube, sampleId, name, note }: Line) {
  return (
    <li>
      <b className={styles.position}>{position}</b>
      <span className={styles.text}>
        {sampleId && (
          <Link to="/samples/$sampleId" params={{ sampleId }} target="_blank">
            {name}
          </Link>
        )}{' '}
        <Mono isMuted={sampleId !== undefined}>{tube}</Mono> {note && <span className="muted">{note}</span>}
      </span>
    </li>
  )
}

function linesOf({ entries, missing, away }: PreviewRackReply) {
  const linesIn = (wanted: 'moved' | 'new' | 'back' | 'unknown' | 'outOfUse' | 'unreadable'): KeyedLine[] =>
    entries
      .filter((entry) => stateOfEntry(entry) === wanted)
      .map(({ position, code, sample, from, arrival, outOfUse, isToReceive, line }) => ({
        key: position,
        position,
        tube: sample?.alias ?? code,
        ...(sample && { sampleId: sample.sampleId, name: sample.name }),
        ...noteOf([
          from && `from ${pathText(from.path)}`,
          arrival && arrivalWords[arrival],
          isToReceive && 'not received yet',
        ]),
        ...(wanted === 'unreadable' && { note: `line ${line}: the registered tube stays here` }),
        ...(wanted === 'unknown' && { note: `line ${line}` }),
        ...(outOfUse && { note: `is ${custodyNames[outOfUse]} on record: it is not placed` }),
      }))
  const missingTubes = missing.map(({ position, alias, sampleId, name, isInTheWay }) => ({
    key: position,
    position,
    tube: alias,
    sampleId,
    name,
    ...(isInTheWay && { note: 'its cell is given to another tube' }),
  }))
  return [
    { state: 'unreadable' as const, lines: linesIn('unreadable') },
    { state: 'unknown' as const, lines: linesIn('unknown') },
    { state: 'outOfUse' as const, lines: linesIn('outOfUse') },
    { state: 'missing' as const, lines: missingTubes },
    { state: 'moved' as const, lines: linesIn('moved') },
    { state: 'new' as const, lines: linesIn('new') },
    { state: 'back' as const, lines: linesIn('back') },
    { state: 'away' as const, lines: away.map(awayLine) },
  ].filter(({ lines }) => lines.length > 0)
}

function noteOf(parts: readonly (string | undefined)[]): { note?: string } {
  const note = parts.filter(Boolean).join(', ')
  return note ? { note } : {}
}

const awayLine = ({ position, alias, sampleId, name, custody }: RegisteredTube): KeyedLine => ({
  key: position,
  position,
  tube: alias,
  sampleId,
  name,
  note: custody === 'MISSING' ? 'is missing' : 'is checked out',
})

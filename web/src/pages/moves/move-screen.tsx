import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import { isMoved, type MoveDetails } from '@lims/contract/moves.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Alert, type InputRef } from 'antd'
import { useRef } from 'react'
import { NotLoaded } from '../../api/not-loaded.tsx'
import { movesTrail } from '../../entities/freezer-work/trails.ts'
import { moveQuery, moveStateNames, movingTubesQuery } from '../../entities/move/move-api.ts'
import { pathText } from '../../entities/storage/path-text.ts'
import { CameraButton } from '../../features/scanning/camera/camera-button.tsx'
import { ScanField } from '../../features/scanning/scan-field.tsx'
import { enableSound } from '../../features/scanning/scan-sound.ts'
import { codeProblem, readCameraCode } from '../../features/scanning/scanned-code.ts'
import { useDeniedScans } from '../../features/scanning/use-denied-scans.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProgressLine } from '../../ui/progress-line.tsx'
import { ThumbBar } from '../../ui/thumb-bar.tsx'
import { useAtMost } from '../../ui/use-media.ts'
import { MoveActions } from './move-actions.tsx'
import { countStillInside, goneFromHand, isInHand, nextStep, type ShownStep } from './move-walk.ts'
import styles from './moves.module.css'
import { MovingTubes } from './moving-tubes.tsx'
import { OutClock } from './out-clock.tsx'
import { ScanResult } from './scan-result.tsx'
import { useMoveScans } from './use-move-scans.ts'
import { useUndoLastStep } from './use-undo-last-step.ts'
import { WalkList } from './walk-list.tsx'

/** The walk list of a move: which box goes where, confirmed by scanning the box and its new place. */
export function MoveScreen() {
  const { moveId } = useParams({ from: '/signed-in/moves/$moveId' })
  const move = useQuery(moveQuery(moveId))
  if (move.data) return <MovePage move={move.data} fetchedAt={move.dataUpdatedAt} />
  return (
    <>
      <PageHeader title="Move" trail={movesTrail} />
      <NotLoaded
        query={move}
        notFound={['move-not-found', 'request-invalid']}
        missing={
          <EmptyState
            text="This move does not exist."
            action={<LinkButton to="/moves">All moves</LinkButton>}
          />
        }
        failedTitle="The move could not be loaded"
      />
    </>
  )
}

function MovePage({ move, fetchedAt }: { move: MoveDetails; fetchedAt: number }) {
  const field = useRef<InputRef>(null)
  const isPhone = useAtMost('md')
  const { session, queue, steps, inHand, denial, mayScan, handleReadings } = useMoveScans(move, fetchedAt)
  const gone = goneFromHand(session, steps, move.id)
  const next = nextStep(steps)
  // In advance, as the connection may be lost in the cold room.
  useQuery({ ...movingTubesQuery(move.id, next?.boxId ?? 0), enabled: next?.kind === 'tubes' })
  const { undoLast, undoByClick, isUndoing, undoneAt } = useUndoLastStep(move.id, queue)
  const scannedAt = session.scans.find((scan) => scan.moveId === move.id)?.scannedAt ?? 0
  const deniedScan = useDeniedScans(move.state === 'open' && denial !== undefined)

  const boxName = inHand?.step?.boxAlias ?? inHand?.held.boxCode
  const action = inHand ? `Scan ${boxName} at its new place` : next ? `Scan ${next.boxAlias}` : 'Scan a box'
  const result = <ScanResult session={session} queue={queue} move={move} />
  // The dialog of the camera covers the page, with its walk list.
  const resultInDialog = (
    <>
      <Goal inHand={inHand} gone={gone} next={next} />
      {result}
    </>
  )
  return (
    <div className={styles.page}>
      <PageHeader
        title={move.name}
        trail={movesTrail}
        tag={move.state !== 'open' && <span className={styles.ended}>{moveStateNames[move.state]}</span>}
        actions={<MoveActions move={move} onUndoLast={undoByClick} isUndoing={isUndoing} />}
      />
      <MoveProgress move={move} steps={steps}>
        {inHand && <OutClock since={inHand.held.since} text={`${boxName} out of the cold`} />}
      </MoveProgress>
      {denial && move.state === 'open' && (
        <Alert type="info" showIcon title={denial} description={deniedScan} />
      )}
      {mayScan && (
        <section className={styles.scan} aria-label="Scan">
          <ScanField
            field={field}
            label={inHand ? `Scan the new place of ${boxName}` : 'Scan the box'}
            action={inHand ? 'Confirm' : 'Take out'}
            onScan={handleReadings}
            onUndo={undoLast}
            lastScanAt={Math.max(scannedAt, undoneAt)}
            result={resultInDialog}
          />
          <Goal inHand={inHand} gone={gone} />
          {!isPhone && result}
          {/* The walk list shows it. */}
          <div className="read-aloud-only">
            <Goal next={inHand ? undefined : next} />
          </div>
        </section>
      )}
      {move.state !== 'open' && result}
      {inHand?.step?.kind === 'tubes' && <MovingTubes moveId={move.id} step={inHand.step} />}
      <WalkList steps={steps} currentId={inHand?.step?.boxId ?? next?.boxId} />
      {isPhone && mayScan && (
        <ThumbBar>
          {result}
          <CameraButton
            label={action}
            closesOnCode
            onOpen={enableSound}
            onCode={(seen) => {
              const readings = readCameraCode(seen)
              return codeProblem(readings) ?? handleReadings(readings)
            }}
            result={resultInDialog}
          />
        </ThumbBar>
      )}
    </div>
  )
}

type GoalProps = {
  inHand?: { step: ShownStep | undefined } | undefined
  gone?: ShownStep | undefined
  /** The box to take out next, if it is to be named. */
  next?: ShownStep | undefined
}

/** What comes next. The region is there before its words: a screen reader reads what changes inside of it. */
const Goal = (props: GoalProps) => (
  <div role="status" className={styles.goal}>
    <GoalText {...props} />
  </div>
)

function GoalText({ inHand, gone, next }: GoalProps) {
  if (inHand) return <NewPlace step={inHand.step} />
  if (gone) return gone.state === 'elsewhere' ? gone.note : `${gone.boxAlias} is at its new place already.`
  return next && `Next: ${next.boxAlias}, ${next.from ? `from ${pathText(next.from.path)}` : 'no place'}`
}

/** Where the box in hand goes; without a step it is not in the list of the move. */
function NewPlace({ step }: { step: ShownStep | undefined }) {
  if (!step) return 'It is not in the list of this move.'
  if (!step.to) return 'It has no place in the plan: scan where you put it.'
  return (
    <>
      {step.kind === 'tubes' ? 'Its tubes go into ' : 'It goes to '}
      <strong>{pathText(step.to.path)}</strong>
    </>
  )
}

function MoveProgress({
  move,
  steps,
  children,
}: {
  move: MoveDetails
  steps: readonly ShownStep[]
  children: React.ReactNode
}) {
  const { boxes, sources, goal, state } = move
  const moved = steps.filter(isMoved).length
  const numInHand = steps.filter(isInHand).length
  const inHand = numInHand > 0 ? [`${numInHand} taken out`] : []
  const stillInside =
    goal === 'consolidate' || state !== 'open'
      ? []
      : sources.flatMap(({ alias, boxIds }) => {
          const numLeft = countStillInside(boxIds, steps)
          return numLeft > 0 ? [`${numLeft} still in ${alias}`] : []
        })
  return (
    <section className={styles.progress} aria-label="Progress">
      {children}
      <ProgressLine
        done={moved}
        total={boxes}
        text={[
          `${formatNumber(moved)} of ${formatCount(boxes, 'box', 'boxes')} moved`,
          ...inHand,
          ...stillInside,
        ].join(' · ')}
      />
    </section>
  )
}

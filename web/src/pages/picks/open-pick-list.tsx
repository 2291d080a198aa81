import type { PickItem } from '@lims/contract/picks.ts'
import { Alert, Button, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { pickListsTrail } from '../../entities/freezer-work/trails.ts'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { ScanField } from '../../features/scanning/scan-field.tsx'
import { isNewestPending } from '../../features/scanning/scan-list.ts'
import { useDeniedScans } from '../../features/scanning/use-denied-scans.ts'
import { useFocusField } from '../../features/scanning/use-focus-field.ts'
import { useReturnFocus } from '../../features/scanning/use-return-focus.ts'
import { useUndoLast } from '../../features/scanning/use-undo-last.ts'
import { formatLastDay } from '../../ui/format-moment.ts'
import { Mono } from '../../ui/mono.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProgressLine } from '../../ui/progress-line.tsx'
import { ThumbBar } from '../../ui/thumb-bar.tsx'
import { useAtMost } from '../../ui/use-media.ts'
import { useRerenderDaily } from '../../ui/use-rerender-daily.ts'
import { NotFoundButton, type TubeInBox, useNotFoundReports } from './not-found-report.tsx'
import { LeftOut } from './pick-items.tsx'
import { CloseButton, PickListActions } from './pick-list-actions.tsx'
import { PickResult } from './pick-result.tsx'
import { type PickListContent, pathOf, progressOf } from './pick-walk.ts'
import styles from './picks.module.css'
import { usePicking } from './use-picking.ts'
import { useWalk } from './use-walk.ts'
import { CurrentStop, StopList } from './walk-stops.tsx'

/** The walk: one box after the other, each tube confirmed by its scan. */
export function OpenPickList({ content }: { content: PickListContent }) {
  const { pickList, items, doors } = content
  const denied = useDeniedProps('pick.edit')
  const mayPick = !denied.disabled
  const picking = usePicking(pickList.id, { takesScans: mayPick })
  const { session } = picking
  const { stops, stop, current, chooseBox, chooseTube } = useWalk(content, session)
  const reports = useNotFoundReports(pickList.id, picking)
  const isPhone = useAtMost('md')
  const field = useRef<InputRef>(null)
  const [isFieldShown, setFieldShown] = useState(false)
  const focusField = useFocusField(field)
  const nextTube = current && { item: current, box: stop?.box }
  const [tubeInDialog, setTubeInDialog] = useState<TubeInBox>()
  // What a person is reporting stays, also if another tube is the next to pick by then.
  const tubeToReport = tubeInDialog ?? nextTube

  // Also with the next tube: the dialog that reported the last one missing has closed, and the focus went with it.
  useReturnFocus(field, `${session.lastSettledId} ${tubeToReport?.item.sampleId}`)

  function startScan() {
    setFieldShown(true)
    field.current?.focus()
  }

  function choose({ sampleId }: PickItem) {
    chooseTube(sampleId)
    focusField()
  }

  // On a phone these are within reach of the thumb, else beside the walk.
  const undoLast = reports.reported ? reports.undo : picking.undoLast
  const undoByKey = useUndoLast(
    () => (reports.isNewest ? undefined : session.scans[0]),
    () => undoLast?.(),
  )
  const next = <NextTube tube={nextTube} />
  const scanField = mayPick && (
    <div className={styles.scan} data-shown={isFieldShown || !isPhone}>
      <ScanField
        field={field}
        label={
          current ? `Scan ${current.tubeId}, or the label of a box` : 'Scan a tube, or the label of a box'
        }
        action="Pick"
        onScan={picking.scan}
        {...((undoLast || isNewestPending(session)) && { onUndo: undoByKey })}
        lastScanAt={Math.max(session.scans[0]?.scannedAt ?? 0, reports.reportedAt ?? 0)}
        result={
          <>
            <PickResult picking={picking} {...reports} />
            {next}
          </>
        }
      />
    </div>
  )
  const notFoundButton = mayPick && tubeToReport && (
    <NotFoundButton
      key={tubeToReport.item.sampleId}
      pickListId={pickList.id}
      tube={tubeToReport}
      isOpen={tubeInDialog !== undefined}
      onOpen={() => setTubeInDialog(tubeToReport)}
      onClose={() => setTubeInDialog(undefined)}
      onReported={reports.note}
    />
  )
  const result = (
    <>
      <PickResult
        picking={picking}
        {...reports}
        undo={mayPick ? reports.undo : undefined}
        onDone={focusField}
      />
      <div className="read-aloud-only">{next}</div>
    </>
  )
  const isDone = pickList.counts.wanted === 0
  const done = isDone && <Done pickList={pickList} />

  return (
    <div className="not-printed">
      <PageHeader
        title={pickList.name}
        trail={pickListsTrail}
        tag={<span className="muted">for {pickList.personName}</span>}
        subtitle={pickList.purpose}
        actions={!isPhone && <PickListActions pickList={pickList} />}
      />
      <ProgressLine {...progressOf(pickList.counts)} />
      {denied.title && <DeniedPicking denial={denied.title} />}
      <PastReturn pickList={pickList} />
      <div className={styles.columns}>
        <div className={styles.walk}>
          {stop ? (
            <CurrentStop stop={stop} doors={doors} current={current} onChoose={choose} />
          ) : (
            <p className="muted">This list has no tubes to pick.</p>
          )}
        </div>
        <div className={styles.side}>
          {!isPhone && (
            <>
              {scanField}
              {notFoundButton}
              {result}
              {done}
            </>
          )}
          <StopList stops={stops} current={stop} onChoose={chooseBox} />
          <LeftOut items={items.filter(({ state }) => state === 'left-out')} />
          {isPhone && (
            <div className={styles.actions}>
              <PickListActions pickList={pickList} />
            </div>
          )}
        </div>
      </div>
      {isPhone && mayPick && (
        <ThumbBar>
          {result}
          {scanField}
          {done}
          {!isDone && !isFieldShown && (
            <Button type="primary" className={styles.large ?? ''} onClick={startScan}>
              {current ? `Scan ${current.tubeId}` : 'Scan a tube'}
            </Button>
          )}
          {notFoundButton}
        </ThumbBar>
      )}
    </div>
  )
}

/** Shown in the dialog of the camera, which covers the walk. On the page, which shows it, for screen readers. */
const NextTube = ({ tube }: { tube: TubeInBox | undefined }) => (
  <p role="status" className={styles.next}>
    {tube && (
      <>
        Next: <Mono>{tube.item.tubeId}</Mono>
        {tube.item.position && ` in ${tube.item.position}`}, {pathOf(tube.box)}
      </>
    )}
  </p>
)

/** Why the person may not pick, and that what they scan is not taken. */
function DeniedPicking({ denial }: { denial: string }) {
  const deniedScan = useDeniedScans(true)
  return (
    <Alert className={styles.denied ?? ''} type="info" showIcon title={denial} description={deniedScan} />
  )
}

/** Tubes that are picked after the expected return of their list would be overdue at once: they have none. */
function PastReturn({ pickList: { expectedReturnAt, counts } }: Pick<PickListContent, 'pickList'>) {
  useRerenderDaily()
  if (counts.wanted === 0 || expectedReturnAt === null || Date.parse(expectedReturnAt) >= Date.now())
    return null
  return (
    <Alert
      type="warning"
      showIcon
      title={`The tubes of this list were expected back by ${formatLastDay(expectedReturnAt)}: those that are picked now have no expected return.`}
      description="For another day, close the list, select the tubes that are not picked, and create a new list of them."
    />
  )
}

/** Nothing is left to pick. A tube that turns up can still be scanned until the list is closed. */
const Done = ({ pickList }: Pick<PickListContent, 'pickList'>) => (
  <div className={styles.done}>
    <span>Every tube is picked or reported missing.</span>
    <CloseButton pickList={pickList} isPrimary className={styles.large} />
  </div>
)

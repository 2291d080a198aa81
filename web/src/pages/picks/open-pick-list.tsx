import { formatCount } from '@lims/contract/format-count.ts'
import type { PickItem } from '@lims/contract/picks.ts'
import { Alert, Button, type InputRef } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { pickListsTrail } from '../../entities/freezer-work/trails.ts'
import { useReportNotFound, useUndoPick } from '../../entities/pick/pick-api.ts'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { ScanField } from '../../features/scanning/scan-field.tsx'
import { useDeniedScans } from '../../features/scanning/use-denied-scans.ts'
import { useReturnFocus } from '../../features/scanning/use-return-focus.ts'
import { ReasonDialog } from '../../forms/lazy-reason-dialog.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProgressLine } from '../../ui/progress-line.tsx'
import { ThumbBar } from '../../ui/thumb-bar.tsx'
import { useAtMost } from '../../ui/use-media.ts'
import { BoxMap } from './box-map.tsx'
import { LeftOut, PickItems } from './pick-items.tsx'
import { CloseButton, PickListActions } from './pick-list-actions.tsx'
import { PickResult } from './pick-result.tsx'
import {
  currentStop,
  isWanted,
  type PickListContent,
  pathOf,
  progressOf,
  type Stop,
  stopsOf,
  withKeptScans,
} from './pick-walk.ts'
import styles from './picks.module.css'
import { cannotBeUndone, usePicking } from './use-picking.ts'

/** The walk: one box after the other, each tube confirmed by its scan. */
export function OpenPickList({ content }: { content: PickListContent }) {
  const { pickList, items, doors } = content
  const picking = usePicking(pickList.id)
  const { session, scan } = picking
  const isPhone = useAtMost('md')
  const denied = useDeniedProps('pick.edit')
  const deniedScan = useDeniedScans(denied.disabled === true)
  const field = useRef<InputRef>(null)
  const [chosenBox, setChosenBox] = useState<number | null>()
  const [chosenTube, setChosenTube] = useState<string>()
  const [isFieldShown, setFieldShown] = useState(false)

  const reports = useReports(pickList.id, session.lastSettledId)
  const undoLast = reports.reported ? reports.undo : picking.undoLast

  const stops = useMemo(
    () => stopsOf({ ...content, items: withKeptScans(content.items, session.scans) }),
    [content, session.scans],
  )
  const stop = currentStop(stops, chosenBox)
  const current =
    stop?.items.find((item) => isWanted(item) && item.sampleId === chosenTube) ?? stop?.items.find(isWanted)
  const focusField = () => field.current?.focus()

  useFollowScans(session, content, (box) => setChosenBox(box))

  // Also with the next tube: the dialog that reported the last one missing has closed, and the focus went with it.
  useReturnFocus(field, `${session.lastSettledId} ${current?.sampleId}`)

  function startScan() {
    setFieldShown(true)
    focusField()
  }

  function choose({ sampleId }: PickItem) {
    setChosenTube(sampleId)
    if (!isPhone) focusField()
  }

  const mayPick = !denied.disabled
  const isDone = pickList.counts.wanted === 0
  const scanning = mayPick && (
    <div className={styles.scan} data-shown={isFieldShown || !isPhone}>
      <ScanField
        field={field}
        label={
          current ? `Scan ${current.tubeId}, or the label of a box` : 'Scan a tube, or the label of a box'
        }
        action="Pick"
        onScan={scan}
        {...(undoLast && { onUndo: undoLast })}
        result={<PickResult picking={picking} {...reports} />}
      />
    </div>
  )

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
      {denied.title && (
        <Alert
          className={styles.denied ?? ''}
          type="info"
          showIcon
          title={denied.title}
          description={deniedScan}
        />
      )}
      <div className={styles.columns}>
        <div className={styles.walk}>
          {stop ? (
            <CurrentStop stop={stop} doors={doors} current={current} onChoose={choose} />
          ) : (
            <p className="muted">This list has no tubes to pick.</p>
          )}
        </div>
        <div className={styles.side}>
          {!isPhone && scanning}
          {!isPhone && mayPick && current && (
            <NotFoundButton
              key={current.sampleId}
              pickListId={pickList.id}
              item={current}
              onReported={reports.note}
            />
          )}
          {!isPhone && <PickResult picking={picking} {...reports} onDone={focusField} />}
          {!isPhone && isDone && <Done pickList={pickList} />}
          <Boxes stops={stops} current={stop} onChoose={(box) => setChosenBox(box)} />
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
          <PickResult picking={picking} {...reports} onDone={focusField} />
          {scanning}
          {isDone && <Done pickList={pickList} />}
          {!isDone && !isFieldShown && (
            <Button type="primary" className={styles.large ?? ''} onClick={startScan}>
              {current ? `Scan ${current.tubeId}` : 'Scan a tube'}
            </Button>
          )}
          {current && (
            <NotFoundButton
              key={current.sampleId}
              pickListId={pickList.id}
              item={current}
              onReported={reports.note}
            />
          )}
        </ThumbBar>
      )}
    </div>
  )
}

/** Shows the box of what was just scanned: of a tube that was picked, or of a storage's label. */
function useFollowScans(
  session: ReturnType<typeof usePicking>['session'],
  { items }: PickListContent,
  show: (storageId: number | null) => void,
) {
  const [followed, setFollowed] = useState(session.lastSettledId)
  if (session.lastSettledId === followed) return
  setFollowed(session.lastSettledId)
  const progress = session.scans.find(({ id }) => id === session.lastSettledId)?.progress
  if (progress?.state === 'box') show(progress.storageId)
  if (progress?.state === 'picked') {
    const item = items.find(({ sampleId }) => sampleId === progress.item.sampleId)
    if (item) show(item.storageId)
  }
}

/** The last report that a tube was not found, until the next scan; it can be undone. */
function useReports(pickListId: string, lastSettledId: string | undefined) {
  const [last, setLast] = useState<{ item: PickItem; eventId: number; settledId: string | undefined }>()
  const undoPick = useUndoPick()
  const reported = last && last.settledId === lastSettledId ? last : undefined
  return {
    reported: reported?.item,
    note: (item: PickItem, eventId: number) => setLast({ item, eventId, settledId: lastSettledId }),
    undo: () => {
      if (!reported || undoPick.isPending) return
      undoPick.mutate(
        { pickListId, sampleId: reported.item.sampleId, eventId: reported.eventId },
        {
          onSuccess: () => setLast(undefined),
          onError: (failure) => {
            if (cannotBeUndone(failure)) setLast(undefined)
          },
        },
      )
    },
  }
}

/** Nothing is left to pick. A tube that turns up can still be scanned until the list is closed. */
const Done = ({ pickList }: Pick<PickListContent, 'pickList'>) => (
  <div className={styles.done}>
    <span>Every tube is picked or reported missing.</span>
    <CloseButton pickList={pickList} isPrimary className={styles.large} />
  </div>
)

type CurrentStopProps = {
  stop: Stop
  doors: number
  current: PickItem | undefined
  onChoose: (item: PickItem) => void
}

function CurrentStop({ stop: { box, items }, doors, current, onChoose }: CurrentStopProps) {
  return (
    <section aria-label={pathOf(box)}>
      <h2 className={styles.box}>{pathOf(box)}</h2>
      <p className={styles.where}>
        {formatCount(items.length, 'tube')} here
        {box && ` · door ${box.door} of ${doors}`}
      </p>
      <div className={styles.stop}>
        {box && <BoxMap box={box} items={items} currentId={current?.sampleId} />}
        <PickItems items={items} currentId={current?.sampleId} onChoose={onChoose} />
      </div>
    </section>
  )
}

type BoxesProps = {
  stops: readonly Stop[]
  current: Stop | undefined
  onChoose: (storageId: number | null) => void
}

/** All boxes of the walk, with how much of each is done. */
function Boxes({ stops, current, onChoose }: BoxesProps) {
  if (stops.length < 2) return null
  return (
    <nav aria-label="Boxes of the walk" className={styles.boxes}>
      <ol>
        {stops.map(({ box, items }) => {
          const done = items.filter((item) => !isWanted(item)).length
          return (
            <li key={box?.storageId ?? 0}>
              <button
                type="button"
                aria-current={current?.box === box ? 'step' : undefined}
                onClick={() => onChoose(box?.storageId ?? null)}
              >
                <span>{pathOf(box)}</span>
                <span className="numbers">
                  {done === items.length ? '✓ ' : ''}
                  {done} of {items.length}
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** Reports that a tube is not in its cell, with the reason. */
function NotFoundButton({
  pickListId,
  item,
  onReported,
}: {
  pickListId: string
  item: PickItem
  onReported: (item: PickItem, eventId: number) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const report = useReportNotFound()
  const { sampleId, name, tubeId, position } = item

  function confirm(reason: string) {
    report.mutate(
      { pickListId, sampleId, reason },
      {
        onSuccess: ({ item: { eventId } }) => {
          setOpen(false)
          onReported(item, eventId)
        },
      },
    )
  }

  return (
    <>
      <Button danger className={styles.large ?? ''} onClick={() => setOpen(true)}>
        It is not here
      </Button>
      <ReasonDialog
        isOpen={isOpen}
        title={`${name} is not here?`}
        okText="Report missing"
        isDanger
        isWorking={report.isPending}
        onConfirm={confirm}
        onClose={() => setOpen(false)}
      >
        <p>
          {tubeId}
          {position && ` is not in cell ${position}`}. It becomes missing. If it turns up, scan it: then it is
          found and picked.
        </p>
      </ReasonDialog>
    </>
  )
}

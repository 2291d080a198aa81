import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import type { ChosenSample } from '@lims/contract/sample-bulk.ts'
import type { SampleSort } from '@lims/contract/sample-sort.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { CheckOutDialog, SetCustodyDialog } from '../../entities/custody/lazy-dialogs.ts'
import { chosenQuery } from '../../entities/sample/chosen-api.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { type BulkActions, BulkToolbar } from './bulk-toolbar.tsx'
import { ChooseAllMatching } from './choose-all-matching.tsx'
import type { MatchingFilter } from './selection-api.ts'
import type { ChosenSamples } from './use-chosen-samples.ts'
import { useDeleteChosen } from './use-delete-chosen.ts'
import { useDropDeleted } from './use-drop-deleted.ts'
import { useExportChosen } from './use-export-chosen.ts'
import { useTakeOut } from './use-take-out.ts'

const AddChildrenDialog = lazyDialog(() =>
  import('./add-children-dialog.tsx').then((file) => file.AddChildrenDialog),
)
const EditFieldDialog = lazyDialog(() =>
  import('./edit-field-dialog.tsx').then((file) => file.EditFieldDialog),
)
const PickListDialog = lazyDialog(() => import('./pick-list-dialog.tsx').then((file) => file.PickListDialog))
const PlaceDialog = lazyDialog(() => import('./place-dialog.tsx').then((file) => file.PlaceDialog))
const ReturnDialog = lazyDialog(() => import('./return-dialog.tsx').then((file) => file.ReturnDialog))
const UpdateStatusesDialog = lazyDialog(() =>
  import('./update-statuses-dialog.tsx').then((file) => file.UpdateStatusesDialog),
)

type Props = {
  chosen: ChosenSamples
  /** Filters and order of the list, and how many samples match; without them the list is all there is. */
  matching?: {
    filter: MatchingFilter
    sort: SampleSort | undefined
    total: number
    totalIsExact: boolean
  }
  /** Renders the dialog that prints labels; it belongs to another feature. */
  printLabels: PrintLabels
}

type PrintLabels = (sampleIds: readonly string[], onClosed: () => void) => ReactNode
type OpenDialog = { samples: readonly ChosenSample[]; isOpen: boolean; onClose: () => void }
type DialogName = 'status' | 'place' | 'edit' | 'children' | 'pick' | 'check-out' | 'return' | 'custody'

/** Returns samples in the order of these places, without one as they are. */
const inOrder = (samples: readonly ChosenSample[], places?: ReadonlyMap<string, number>) =>
  places ? samples.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0)) : samples

/** How many samples are chosen, and what can be done with them. Shown while at least one is chosen. */
export function BulkBar({ chosen, matching, printLabels }: Props) {
  const { numHidden, areSomeOutdated, areAllLoaded, replace, clear } = chosen
  const [opening, setOpening] = useState<{ dialog: DialogName; order: ReadonlyMap<string, number> }>()
  const open = opening?.dialog
  // What others change may move them in the list, but not in the dialog, which may show a cell for each.
  const samples = useMemo(() => inOrder(chosen.samples, opening?.order), [chosen.samples, opening])
  const ids = useMemo(() => samples.map(({ id }) => id), [samples])
  const openDialog = (dialog: DialogName) =>
    setOpening({ dialog, order: new Map(ids.map((id, place) => [id, place])) })
  const close = () => setOpening(undefined)
  const [printed, setPrinted] = useState<readonly string[]>()
  const deleteChosen = useDeleteChosen(clear)
  const { takeOut, isReading } = useTakeOut()
  const download = useExportChosen()
  useDropDeleted(chosen)
  const { data: now } = useQuery({ ...chosenQuery(ids), enabled: open === 'status' && areSomeOutdated })
  const withStatus = useMemo(() => {
    const byId = new Map(now?.map((sample) => [sample.id, sample]))
    return now ? samples.map((sample) => byId.get(sample.id) ?? sample) : samples
  }, [samples, now])

  const actions: BulkActions = {
    always: [{ label: 'Update status', permission: 'sample.status', run: () => openDialog('status') }],
    wide: [
      { label: 'Print labels…', permission: 'label.print', run: () => setPrinted(ids) },
      { label: 'Place in a box…', permission: 'placement.edit', run: () => openDialog('place') },
      { label: 'Edit a field…', permission: 'sample.edit', run: () => openDialog('edit') },
    ],
    menu: [
      { label: 'Create children…', permission: 'sample.create', run: () => openDialog('children') },
      { label: 'Pick list…', permission: 'pick.edit', run: () => openDialog('pick') },
      { label: 'Check out…', permission: 'custody.edit', run: () => openDialog('check-out') },
      { label: 'Return…', permission: 'custody.edit', run: () => openDialog('return') },
      { label: 'Custody…', permission: 'custody.edit', run: () => openDialog('custody') },
      {
        label: 'Take out of storage…',
        permission: 'placement.edit',
        run: () => takeOut(ids),
        isBusy: isReading,
      },
      { label: 'Delete…', permission: 'sample.delete', run: () => deleteChosen(samples), isDanger: true },
    ],
  }
  const dialog = (name: DialogName): OpenDialog => ({ samples, isOpen: open === name, onClose: close })

  const isPage = areAllLoaded && matching && samples.length < matching.total
  const which = `${isPage ? ' on this page' : ''} chosen${
    numHidden > 0 ? `, ${formatNumber(numHidden)} not in this list` : ''
  }`

  return (
    <>
      {/* There before the first choice: a screen reader reads what changes inside of a region. */}
      <div role="status" className="read-aloud-only">
        {samples.length > 0 && `${formatCount(samples.length, 'sample')}${which}`}
      </div>
      {samples.length > 0 && (
        <BulkToolbar
          text={`${formatNumber(samples.length)}${which}`}
          all={matching && <ChooseAllMatching chosen={chosen} {...matching} />}
          actions={actions}
          isExporting={download.isPending}
          onExport={(format) => download.mutate({ sampleIds: ids, format })}
          onClear={clear}
        />
      )}
      <UpdateStatusesDialog {...dialog('status')} samples={withStatus} onDone={clear} />
      {printed && printLabels(printed, () => setPrinted(undefined))}
      <EditFieldDialog {...dialog('edit')} />
      <AddChildrenDialog {...dialog('children')} onChoose={replace} />
      <CheckOutDialog sampleIds={ids} isOpen={open === 'check-out'} onClose={close} onDone={clear} />
      <ReturnDialog sampleIds={ids} isOpen={open === 'return'} onClose={close} />
      <SetCustodyDialog
        title={`Custody of ${formatCount(ids.length, 'sample')}`}
        sampleIds={ids}
        isOpen={open === 'custody'}
        onClose={close}
        onDone={clear}
      />
      <PickListDialog sampleIds={ids} isOpen={open === 'pick'} onClose={close} onDone={clear} />
      <PlaceDialog {...dialog('place')} />
    </>
  )
}

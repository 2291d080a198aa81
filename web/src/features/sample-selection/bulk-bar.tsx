import { CloseOutlined, DownOutlined, MoreOutlined } from '@ant-design/icons'
import { formatNumber } from '@lims/contract/format-count.ts'
import type { ChosenSample } from '@lims/contract/sample-bulk.ts'
import { Button, Dropdown } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { CheckOutDialog } from '../../entities/custody/lazy-dialogs.ts'
import { type DeniedProps, useDeniedProps } from '../../entities/session/use-may.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { useAtMost } from '../../ui/use-media.ts'
import { ChooseAllMatching, type MatchingFilter } from './choose-all-matching.tsx'
import { DarkSurface } from './dark-surface.tsx'
import styles from './sample-selection.module.css'
import type { ChosenSamples } from './use-chosen-samples.ts'
import { useDeleteChosen } from './use-delete-chosen.ts'
import { useExportChosen } from './use-export-chosen.ts'
import { useTakeOut } from './use-take-out.ts'

const AddChildrenDialog = lazyDialog(() =>
  import('./add-children-dialog.tsx').then((file) => file.AddChildrenDialog),
)
const CustodyChosenDialog = lazyDialog(() =>
  import('./custody-chosen-dialog.tsx').then((file) => file.CustodyChosenDialog),
)
const EditFieldDialog = lazyDialog(() =>
  import('./edit-field-dialog.tsx').then((file) => file.EditFieldDialog),
)
const PickListDialog = lazyDialog(() => import('./pick-list-dialog.tsx').then((file) => file.PickListDialog))
const PlaceDialog = lazyDialog(() => import('./place-dialog.tsx').then((file) => file.PlaceDialog))
const UpdateStatusesDialog = lazyDialog(() =>
  import('./update-statuses-dialog.tsx').then((file) => file.UpdateStatusesDialog),
)

type Props = {
  chosen: ChosenSamples
  /** The filters of the list, and how many samples match them; without them the list is all there is. */
  matching?: { filter: MatchingFilter; total: number; totalIsExact: boolean }
  /** Renders the dialog that prints labels; it belongs to another feature. */
  printLabels: PrintLabels
}

type PrintLabels = (sampleIds: readonly string[], onClosed: () => void) => ReactNode
type OpenDialog = { samples: readonly ChosenSample[]; isOpen: boolean; onClose: () => void }
type DialogName = 'status' | 'place' | 'edit' | 'children' | 'pick' | 'check-out' | 'custody'
type Action = {
  key: string
  label: string
  run: () => void
  isInMenu?: true
  isDanger?: true
  isBusy?: boolean
  denied: DeniedProps
}

/** How many samples are chosen, and what can be done with them. Shown while at least one is chosen. */
export function BulkBar({ chosen, matching, printLabels }: Props) {
  const { samples, numHidden, areAllLoaded, replace, clear } = chosen
  const [open, setOpen] = useState<DialogName>()
  const close = () => setOpen(undefined)
  const [printed, setPrinted] = useState<readonly string[]>()
  const deleteChosen = useDeleteChosen(clear)
  const { takeOut, isReading } = useTakeOut()
  const download = useExportChosen()
  const may = {
    status: useDeniedProps('sample.status'),
    print: useDeniedProps('label.print'),
    place: useDeniedProps('placement.edit'),
    edit: useDeniedProps('sample.edit'),
    children: useDeniedProps('sample.create'),
    custody: useDeniedProps('custody.edit'),
    delete: useDeniedProps('sample.delete'),
    pick: useDeniedProps('pick.edit'),
    export: useDeniedProps('export'),
  }
  const ids = () => samples.map(({ id }) => id)
  const pickIds = useMemo(() => samples.map(({ id }) => id), [samples])

  const actions: Action[] = [
    { key: 'print', label: 'Print labels…', run: () => setPrinted(ids()), denied: may.print },
    { key: 'place', label: 'Place in a box…', run: () => setOpen('place'), denied: may.place },
    { key: 'edit', label: 'Edit a field…', run: () => setOpen('edit'), denied: may.edit },
    {
      key: 'children',
      label: 'Create children…',
      run: () => setOpen('children'),
      isInMenu: true,
      denied: may.children,
    },
    { key: 'pick', label: 'Pick list…', run: () => setOpen('pick'), isInMenu: true, denied: may.pick },
    {
      key: 'check-out',
      label: 'Check out…',
      run: () => setOpen('check-out'),
      isInMenu: true,
      denied: may.custody,
    },
    { key: 'custody', label: 'Custody…', run: () => setOpen('custody'), isInMenu: true, denied: may.custody },
    {
      key: 'take-out',
      label: 'Take out of storage…',
      run: () => takeOut(ids()),
      isInMenu: true,
      isBusy: isReading,
      denied: may.place,
    },
    {
      key: 'delete',
      label: 'Delete…',
      run: () => deleteChosen(samples),
      isInMenu: true,
      isDanger: true,
      denied: may.delete,
    },
  ]
  const exports: Action[] = (['csv', 'xlsx'] as const).map((format) => ({
    key: format,
    label: format === 'csv' ? 'As CSV' : 'As Excel workbook',
    run: () => download.mutate({ sampleIds: ids(), format }),
    denied: may.export,
  }))
  const dialog = (name: DialogName): OpenDialog => ({ samples, isOpen: open === name, onClose: close })

  return (
    <>
      {samples.length > 0 && (
        <Bar
          text={`${formatNumber(samples.length)}${areAllLoaded && matching && samples.length < matching.total ? ' on this page' : ''} chosen${
            numHidden > 0 ? `, ${formatNumber(numHidden)} not in this list` : ''
          }`}
          all={matching && <ChooseAllMatching chosen={chosen} {...matching} />}
          onUpdateStatus={() => setOpen('status')}
          status={may.status}
          actions={actions}
          exports={exports}
          isExporting={download.isPending}
          onClear={clear}
        />
      )}
      <UpdateStatusesDialog {...dialog('status')} onDone={clear} />
      {printed && printLabels(printed, () => setPrinted(undefined))}
      <EditFieldDialog {...dialog('edit')} />
      <AddChildrenDialog {...dialog('children')} onChoose={replace} />
      <CheckOutDialog sampleIds={ids()} isOpen={open === 'check-out'} onClose={close} onDone={clear} />
      <CustodyChosenDialog {...dialog('custody')} onDone={clear} />
      <PickListDialog sampleIds={pickIds} isOpen={open === 'pick'} onClose={close} onDone={clear} />
      <PlaceDialog {...dialog('place')} />
    </>
  )
}

type BarProps = {
  text: string
  all: ReactNode
  onUpdateStatus: () => void
  status: DeniedProps
  actions: readonly Action[]
  exports: readonly Action[]
  isExporting: boolean
  onClear: () => void
}

const asItem = ({ key, label, run, isDanger, denied }: Action) => ({
  key,
  label,
  onClick: run,
  ...denied,
  ...(isDanger && { danger: true }),
})

/** Few actions have a button of their own; the others are in a menu, on a narrow screen all but the status. */
function Bar({ text, all, onUpdateStatus, status, actions, exports, isExporting, onClear }: BarProps) {
  const isNarrow = useAtMost('xl')
  const exportItems = exports.map(asItem)
  const shown = isNarrow ? [] : actions.filter(({ isInMenu }) => !isInMenu)
  const others = actions.filter((action) => !shown.includes(action))
  const menu = [
    ...(isNarrow ? [{ key: 'export', label: 'Export', children: exportItems }] : []),
    ...others.map(asItem),
  ]
  return (
    <div className={styles.anchor}>
      <DarkSurface>
        <div className={`${styles.bar} not-printed`} role="toolbar" aria-label="Chosen samples">
          <div className={styles.chosen}>
            <strong className="numbers" role="status">
              {text}
            </strong>
            {all}
          </div>
          <div className={styles.actions}>
            <Button {...status} onClick={onUpdateStatus}>
              Update status
            </Button>
            {shown.map(({ key, label, run, denied }) => (
              <Button key={key} {...denied} onClick={run}>
                {label}
              </Button>
            ))}
            {!isNarrow && (
              <Dropdown trigger={['click']} placement="topRight" menu={{ items: exportItems }}>
                <Button loading={isExporting} icon={<DownOutlined aria-hidden />} iconPlacement="end">
                  Export chosen
                </Button>
              </Dropdown>
            )}
            <Dropdown trigger={['click']} placement="topRight" menu={{ items: menu }}>
              <Button
                loading={others.some(({ isBusy }) => isBusy)}
                aria-label="More actions"
                title="More actions"
                icon={<MoreOutlined aria-hidden />}
              />
            </Dropdown>
            <Button
              type="text"
              icon={<CloseOutlined aria-hidden />}
              onClick={onClear}
              aria-label="Clear"
              title="Clear"
            />
          </div>
        </div>
      </DarkSurface>
    </div>
  )
}

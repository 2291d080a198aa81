import { formatCount } from '@lims/contract/format-count.ts'
import type { PickList } from '@lims/contract/picks.ts'
import { App, Button } from 'antd'
import { saveFile } from '../../api/save-file.ts'
import { useReportedMutation } from '../../api/use-reported-mutation.ts'
import { getPickListFile, useClosePickList } from '../../entities/pick/pick-api.ts'
import { useSession } from '../../entities/session/session.ts'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { countUnsentPicks } from '../../features/scanning/kept-scans.ts'
import { useAfterScans } from '../../features/scanning/use-after-scans.ts'

/** Print, export, and for an open list Close. */
export function PickListActions({ pickList }: { pickList: PickList }) {
  const download = useReportedMutation({
    mutationFn: getPickListFile,
    onSuccess: saveFile,
    outlivesPage: true,
    meta: { errorTitle: 'The pick list could not be exported' },
  })
  return (
    <>
      <Button onClick={() => window.print()}>Print</Button>
      <Button
        {...useDeniedProps('export')}
        loading={download.isPending}
        onClick={() => download.mutate(pickList.id)}
      >
        Export CSV
      </Button>
      {pickList.closedAt === null && pickList.counts.wanted > 0 && <CloseButton pickList={pickList} />}
    </>
  )
}

type CloseProps = { pickList: PickList; isPrimary?: boolean; className?: string | undefined }

/** Closes a list; one of which nothing was picked is cancelled, which is the same. */
export function CloseButton({ pickList, isPrimary = false, className = '' }: CloseProps) {
  const { id, name, counts } = pickList
  const { modal } = App.useApp()
  const close = useClosePickList()
  const { wanted, picked } = counts
  const isCancelled = picked + counts['not-found'] === 0
  const owner = useSession()?.user.sub
  const confirm = useAfterScans(
    () => countUnsentPicks(owner, id),
    () =>
      void modal.confirm({
        title: `${isCancelled ? 'Cancel' : 'Close'} ${name}?`,
        content:
          wanted > 0
            ? `${formatCount(wanted, 'tube not picked yet is', 'tubes not picked yet are')} released. The list and its outcome are kept.`
            : 'The list and its outcome are kept.',
        okText: isCancelled ? 'Cancel the list' : 'Close list',
        cancelText: 'Back',
        focusable: { autoFocusButton: 'cancel' },
        onOk: () => close.mutateAsync(id).catch(() => undefined),
      }),
  )
  return (
    <Button
      {...useDeniedProps('pick.edit')}
      type={isPrimary ? 'primary' : 'default'}
      className={className}
      loading={close.isPending}
      onClick={confirm}
    >
      {isCancelled ? 'Cancel list…' : 'Close list…'}
    </Button>
  )
}

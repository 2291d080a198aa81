import { DownOutlined } from '@ant-design/icons'
import { formatCount } from '@lims/contract/format-count.ts'
import { joinTexts } from '@lims/contract/join-texts.ts'
import { isTakenOut, type MoveDetails } from '@lims/contract/moves.ts'
import { useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useSession } from '../../entities/session/session.ts'
import { useDeniedProps } from '../../entities/session/use-may.ts'
import { isPending } from '../../features/scanning/scan-list.ts'
import { useAfterScans } from '../../features/scanning/use-after-scans.ts'
import { ButtonMenu } from '../../ui/button-menu.tsx'
import { useAtMost } from '../../ui/use-media.ts'
import { useMenuButton } from '../../ui/use-menu-button.ts'
import { moveQueueOf } from './move-queue.ts'
import { useWholeMove } from './use-move-writes.ts'

type Props = {
  move: MoveDetails
  /** Undoes the last step of this person. */
  onUndoLast: () => void
  isUndoing: boolean
}

/** What can be done with a move besides scanning. */
export function MoveActions({ move, onUndoLast, isUndoing }: Props) {
  const { modal, message } = App.useApp()
  const queue = moveQueueOf(useQueryClient(), useSession()?.user.sub)
  const replan = useWholeMove(move.id, 'replan')
  const undo = useWholeMove(move.id, 'undo')
  const close = useWholeMove(move.id, 'close')
  const runs = useDeniedProps('move.run')
  const plans = useDeniedProps('move.plan')
  const isPhone = useAtMost('md')

  const countUnsent = () =>
    queue.session.get().scans.filter((scan) => scan.moveId === move.id && isPending(scan)).length
  const confirmUndo = useAfterScans(
    countUnsent,
    () =>
      void modal.confirm({
        title: `Undo '${move.name}'?`,
        content: 'Every box that was moved is recorded at its former place again. Carry the boxes back, too.',
        okText: 'Undo the move',
        focusable: { autoFocusButton: 'cancel' },
        onOk: () => undo.mutateAsync().catch(() => undefined),
      }),
  )
  const confirmClose = useAfterScans(
    countUnsent,
    () =>
      void modal.confirm({
        title: `Close '${move.name}'?`,
        content: whatStays(move),
        okText: 'Close the move',
        focusable: { autoFocusButton: 'cancel' },
        onOk: () => close.mutateAsync().catch(() => undefined),
      }),
  )
  const { button, refocus } = useMenuButton()
  const print = () => window.print()
  const items = [
    ...(isPhone ? [{ key: 'print', label: 'Print', onClick: print }] : []),
    ...(move.state === 'open'
      ? [
          {
            key: 'replan',
            label: 'Plan again',
            ...plans,
            onClick: () =>
              replan.mutate(undefined, { onSuccess: () => void message.success('Planned again') }),
          },
          { key: 'close', label: 'Close the move…', ...plans, onClick: confirmClose },
        ]
      : []),
    ...(move.state === 'undone'
      ? []
      : [{ key: 'undo', label: 'Undo the whole move…', danger: true, ...plans, onClick: confirmUndo }]),
  ]
  return (
    <>
      {move.state === 'open' && (
        <Button {...runs} loading={isUndoing} onClick={onUndoLast}>
          Undo last step
        </Button>
      )}
      {!isPhone && <Button onClick={print}>Print</Button>}
      {items.length > 0 && (
        <ButtonMenu menu={{ items, onClick: refocus }}>
          <Button ref={button} icon={<DownOutlined aria-hidden />} iconPlacement="end">
            More
          </Button>
        </ButtonMenu>
      )}
    </>
  )
}

/** Closing puts no box back: those that somebody carries are named. */
function whatStays({ boxes, moved, steps }: MoveDetails): string {
  if (moved === boxes) return 'All boxes are moved.'
  const stays = `${formatCount(boxes - moved, 'box is not moved and stays where it is', 'boxes are not moved and stay where they are')}.`
  const out = steps.filter(isTakenOut)
  if (out.length === 0) return stays
  const named = joinTexts(out.map(({ boxAlias, pickedUpBy }) => `${boxAlias} (${pickedUpBy})`))
  return `${stays} Taken out already: ${named}. Put back what was taken out.`
}

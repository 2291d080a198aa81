import type { PreviewRackReply } from '@lims/contract/rack-scan.ts'
import type { Move } from '@lims/contract/sample-location.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { call } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { sampleKeys } from '../../entities/sample/sample-api.ts'
import { storageKeys } from '../../entities/storage/storage-api.ts'
import { useUndoNotice } from '../../ui/use-undo-notice.tsx'

type Wanted = { preview: PreviewRackReply; storageId: number; alias: string; takesOut: boolean }
type Rearranged = { moves: Move[]; expected: Move[] }

/** Makes the box what the scan shows, in one step, and offers to take that back. */
export function useApplyRack() {
  const queryClient = useQueryClient()
  const { message } = App.useApp()
  const offerUndo = useUndoNotice()
  const readAgain = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: storageKeys.all }),
      queryClient.invalidateQueries({ queryKey: sampleKeys.all }),
    ])

  const undo = useWrite({
    mutationFn: (body: Rearranged) => call(sampleLocationApi.arrange, { body }),
    onSuccess: () => void message.success('The box is as it was before'),
    onSettled: readAgain,
    meta: { errorTitle: 'The rack file could not be undone' },
  })

  return useWrite({
    mutationFn: (wanted: Wanted) => call(sampleLocationApi.arrange, { body: rearranged(wanted) }),
    onSuccess: ({ before }, wanted) =>
      offerUndo(`${wanted.alias} is as scanned: ${inWords(wanted)}`, () =>
        undo.mutate({ moves: before, expected: rearranged(wanted).moves }),
      ),
    onSettled: readAgain,
    meta: { errorTitle: 'The rack file was not applied' },
  })
}

function rearranged({ preview: { moves, expected, missing }, storageId, takesOut }: Wanted): Rearranged {
  const out = takesOut ? missing : []
  return {
    moves: [...moves, ...out.map(({ sampleId }) => ({ sampleId, storageId: 0 }))],
    expected: [
      ...expected,
      ...out.map(({ sampleId, rowCoordinate, columnCoordinate }) => ({
        sampleId,
        storageId,
        rowCoordinate,
        columnCoordinate,
      })),
    ],
  }
}

function inWords({ preview: { entries, missing }, takesOut }: Wanted): string {
  const count = (wanted: string) => entries.filter(({ state }) => state === wanted).length
  const parts = [
    [count('moved'), 'moved'],
    [count('new'), 'new'],
    [takesOut ? missing.length : 0, 'taken out'],
  ] as const
  return parts.flatMap(([number, word]) => (number > 0 ? [`${number} ${word}`] : [])).join(', ')
}

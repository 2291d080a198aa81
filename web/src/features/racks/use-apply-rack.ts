import type { PreviewRackReply } from '@lims/contract/rack-scan.ts'
import type { ArrangeSamplesBody } from '@lims/contract/sample-location.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { App } from 'antd'
import { call } from '../../api/call.ts'
import { useWrite } from '../../api/use-write.ts'
import { useRefreshPlaces } from '../../entities/storage/use-refresh-places.ts'
import { undoScope, useUndoNotice } from '../../ui/use-undo-notice.tsx'
import { type RackState, stateOfEntry } from './rack-states.ts'

type Application = { preview: PreviewRackReply; storageId: number; alias: string; takesOut: boolean }

/** Moves the tubes of a box to their scanned cells in one request, with undo. */
export function useApplyRack() {
  const { message } = App.useApp()
  const offerUndo = useUndoNotice()
  const refresh = useRefreshPlaces()

  const undo = useWrite({
    mutationFn: (body: ArrangeSamplesBody, options) => call(sampleLocationApi.arrange, { body }, options),
    onSuccess: () => void message.success('The box is as it was before'),
    onSettled: refresh,
    scope: undoScope,
    meta: { errorTitle: 'The rack file could not be undone' },
  })

  return useWrite({
    isSubmission: true,
    mutationFn: (application: Application, options) =>
      call(sampleLocationApi.arrange, { body: requestOf(application) }, options),
    onSuccess: ({ before, custodyEventIds = [] }, application) =>
      offerUndo(
        `${application.alias} now matches the rack file: ${formatChanges(application)}`,
        undo.retryable({
          moves: before,
          expected: requestOf(application).moves,
          undo: { custodyEventIds },
        }),
      ),
    onSettled: refresh,
    meta: { errorTitle: 'The rack file was not applied' },
  })
}

function requestOf({
  preview: { moves, expected, missing },
  storageId,
  takesOut,
}: Application): ArrangeSamplesBody {
  const out = takesOut ? missing : []
  return {
    moves: [...moves, ...out.map(({ sampleId }) => ({ sampleId, storageId: 0 }))],
    expected: [
      ...expected,
      ...out.map(({ sampleId, rowCoordinate, columnCoordinate, custodyEventId }) => ({
        sampleId,
        storageId,
        rowCoordinate,
        columnCoordinate,
        custodyEventId,
      })),
    ],
  }
}

function formatChanges({ preview: { entries, missing }, takesOut }: Application): string {
  const count = (wanted: RackState) => entries.filter((entry) => stateOfEntry(entry) === wanted).length
  const parts = [
    [count('moved'), 'moved'],
    [count('new'), 'new'],
    [count('back'), 'back in place'],
    [takesOut ? missing.length : 0, 'taken out'],
  ] as const
  return parts.flatMap(([number, word]) => (number > 0 ? [`${number} ${word}`] : [])).join(', ')
}

import { deletionsApi } from '@lims/contract/deletions.ts'
import { App, Button } from 'antd'
import { call } from '../../api/call.ts'
import { CallError, textOfFailure } from '../../api/call-error.ts'
import { useWrite } from '../../api/use-write.ts'

export type Deletion = { deletionId: string; name: string }
type Undo = Deletion & { withoutPlace?: true }

const isCellTaken = (failure: Error) => failure instanceof CallError && failure.code === 'cell-taken'

/** Brings back what a deletion took, also one made elsewhere or long ago; without its place where its cell is taken and a person agrees. */
export function useUndoDeletion(onBack: () => unknown) {
  const { message, notification } = App.useApp()
  const undo = useWrite({
    mutationFn: ({ deletionId, withoutPlace }: Undo) =>
      call(deletionsApi.undo, { body: { deletionId, ...(withoutPlace && { withoutPlace }) } }),
    onSuccess: (_reply, { name, withoutPlace }) => {
      message.success(withoutPlace ? `${name} is back, without the place that is taken` : `${name} is back`)
      return onBack()
    },
    onError: (failure, deletion) => {
      if (isCellTaken(failure)) offerWithoutPlace(deletion, textOfFailure(failure))
    },
    meta: { errorTitle: 'The deletion could not be undone', handlesErrors: isCellTaken },
  })

  function offerWithoutPlace({ deletionId, name }: Deletion, reason: string) {
    const key = `undo-without-place-${deletionId}`
    const bringBack = () => {
      notification.destroy(key)
      undo.mutate({ deletionId, name, withoutPlace: true })
    }
    notification.error({
      key,
      title: `The deletion of ${name} could not be undone`,
      description: reason,
      duration: 0,
      actions: (
        <Button size="small" onClick={bringBack}>
          Bring it back without its place
        </Button>
      ),
    })
  }

  return undo
}

import { formatCount } from '@lims/contract/format-count.ts'
import {
  type ChosenSample,
  maxParents,
  sampleBulkApi,
  type UndoAddChildrenBody,
} from '@lims/contract/sample-bulk.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { App, Modal, Skeleton } from 'antd'
import { useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import { QueryError } from '../../api/query-error.tsx'
import { useWrite } from '../../api/use-write.ts'
import { assertNoneDeleted } from '../../entities/sample/assert-none-deleted.ts'
import { chosenQuery } from '../../entities/sample/chosen-api.ts'
import { CreateChildrenDialog, type WantedChildren } from '../../entities/sample/create-children-dialog.tsx'
import { refetchSamples } from '../../entities/sample/sample-api.ts'
import { shortenNames } from '../../entities/sample/sample-text.ts'
import { isFocusLost } from '../../ui/is-focus-lost.ts'
import { useOpenings } from '../../ui/use-openings.ts'
import { undoScope, useUndoNotice } from '../../ui/use-undo-notice.tsx'

type Props = {
  samples: readonly ChosenSample[]
  isOpen: boolean
  onClose: () => void
  /** Chooses the children, which are labelled and placed next; after Undo their parents again. */
  onChoose: (samples: readonly ChosenSample[]) => void
}

/** Gives each chosen sample the same children. */
export function AddChildrenDialog({ samples, isOpen, onClose, onChoose }: Props) {
  const ids = samples.map(({ id }) => id)
  const isTooMany = ids.length > maxParents
  const opening = `${useOpenings(isOpen)}`
  const chosen = chosenQuery(ids)
  const parents = useQuery({
    ...chosen,
    queryKey: [...chosen.queryKey, opening],
    enabled: isOpen && !isTooMany,
    // Others may change the order of the list, or delete one of the samples: what was entered for these stays.
    placeholderData: (before, query) => (query?.queryKey.at(-1) === opening ? before : undefined),
  })
  const create = useAddChildren(parents.data ?? [], {
    onCreated: (children) => {
      onClose()
      onChoose(children)
    },
    onUndone: onChoose,
  })
  const opener = useRef<Element>(null)

  // Synchronises with the focus: the dialog of the children follows one without them, which has it by then.
  useEffect(() => {
    if (isOpen) opener.current = document.activeElement
  }, [isOpen])

  function returnFocus() {
    if (opener.current instanceof HTMLElement && isFocusLost(document.activeElement)) opener.current.focus()
  }

  if (parents.data && parents.data.length > 0 && !isTooMany) {
    return (
      <CreateChildrenDialog
        parents={parents.data}
        preset={{}}
        isOpen={isOpen}
        creation={create}
        // In an order of their own: that of the list may change, and a further try must be the same request.
        onCreate={(wanted) =>
          create.mutate({ parentSampleIds: parents.data.map(({ id }) => id).toSorted(), ...wanted })
        }
        onClose={onClose}
        afterClose={returnFocus}
      />
    )
  }
  return (
    <Modal
      title={`Create Children of ${formatCount(ids.length, 'sample')}`}
      open={isOpen}
      onCancel={onClose}
      footer={null}
      width={460}
    >
      {isTooMany ? (
        <p>
          At most {formatCount(maxParents, 'sample')} get children together. Choose fewer, for instance one
          batch after the other.
        </p>
      ) : parents.isError ? (
        <QueryError title="The samples could not be loaded" query={parents} />
      ) : parents.data ? (
        <p>The chosen samples do not exist any more.</p>
      ) : (
        <Skeleton active paragraph={{ rows: 4 }} title={false} />
      )}
    </Modal>
  )
}

type Outcomes = {
  onCreated: (children: readonly ChosenSample[]) => void
  onUndone: (parents: readonly ChosenSample[]) => void
}

function useAddChildren(parents: readonly ChosenSample[], { onCreated, onUndone }: Outcomes) {
  const queryClient = useQueryClient()
  const { message } = App.useApp()
  const offerUndo = useUndoNotice()
  const refetch = () => refetchSamples(queryClient)

  const undo = useWrite({
    mutationFn: ({ body }: { body: UndoAddChildrenBody; parents: readonly ChosenSample[] }, options) =>
      call(sampleBulkApi.undoAddChildren, { body }, options),
    onSuccess: ({ count }, { parents }) => {
      message.success(`${formatCount(count, 'child sample')} removed`)
      onUndone(parents)
    },
    onSettled: refetch,
    scope: undoScope,
    meta: { errorTitle: 'The creation could not be undone' },
  })
  return useWrite({
    isSubmission: true,
    mutationFn: async (body: WantedChildren & { parentSampleIds: string[] }, options) => {
      const { isRepeated } = options
      const reply = await call(sampleBulkApi.addChildren, { body }, options)
      if (isRepeated) await assertNoneDeleted(reply.samples)
      return { ...reply, isRepeated }
    },
    onSuccess: ({ count, samples: created, undo: creation, isRepeated }) => {
      const samples = inOrderOf(parents, created, creation)
      onCreated(samples)
      const names = shortenNames(samples.map(({ name }) => name))
      offerUndo(
        `${formatCount(count, 'child sample')} created and chosen`,
        undo.retryable({ body: creation, parents }),
        isRepeated ? `${names}. Your earlier try, which had no reply, created no others.` : names,
      )
    },
    onSettled: refetch,
    meta: { errorTitle: 'The child samples could not be created' },
  })
}

/** Returns children in the order of their parents. */
function inOrderOf(
  parents: readonly ChosenSample[],
  children: readonly ChosenSample[],
  { creations }: UndoAddChildrenBody,
): ChosenSample[] {
  const places = new Map(parents.map(({ id }, place) => [id, place]))
  const placeOf = new Map(
    creations.flatMap(({ parentSampleId, childIds }) =>
      childIds.map((id) => [id, places.get(parentSampleId) ?? 0]),
    ),
  )
  return children.toSorted((one, other) => (placeOf.get(one.id) ?? 0) - (placeOf.get(other.id) ?? 0))
}

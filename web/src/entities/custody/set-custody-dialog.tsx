import { Custody, isOutOfUse, nextCustodies } from '@lims/contract/custody.ts'
import type { ChosenDetails } from '@lims/contract/sample-bulk.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Form, Radio, type RadioRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { isFinalRefusal } from '../../api/call-error.ts'
import { QueryError } from '../../api/query-error.tsx'
import { draftIdOf } from '../../forms/draft-storage.ts'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { ReasonItem } from '../../forms/reason-item.tsx'
import { isTextField } from '../../ui/use-page-keys.ts'
import { chosenQuery } from '../sample/chosen-api.ts'
import { CustodyTag } from './custody-tag.tsx'
import { useSetCustody } from './use-change-custody.ts'

type Props = {
  title: string
  sampleIds: readonly string[]
  isOpen: boolean
  onClose: () => void
  onDone?: () => void
}

type Values = { custody: Custody; reason: string }

/** Changes the custody of samples by hand, with a reason. */
export function SetCustodyDialog({ title, sampleIds, isOpen, onClose, onDone }: Props) {
  const [form] = Form.useForm<Values>()
  const first = useRef<RadioRef>(null)
  const [isOpened, setOpened] = useState(false)
  const set = useSetCustody()
  const samples = useQuery({ ...chosenQuery(sampleIds), enabled: isOpen })
  const from = samples.data && [...new Set(samples.data.map(({ custody }) => custody))]
  /** The samples as they were when the new custody was chosen: others may change them in the meantime. */
  const atChoice = useRef<readonly ChosenDetails[]>([])
  const chosen: Custody | undefined = Form.useWatch('custody', form)
  const targets = Custody.options.filter((target) =>
    from?.every((custody) => nextCustodies(custody).includes(target)),
  )
  const isImpossible = from !== undefined && targets.length === 0
  const canChoose = isOpened && targets.length > 0

  // Synchronises with the focus of the browser: the samples may come while the person types in Reason already.
  useEffect(() => {
    if (canChoose && !isTextField(document.activeElement)) first.current?.focus()
  }, [canChoose])

  return (
    <FormDialog
      form={form}
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      onOpened={() => setOpened(true)}
      afterClose={() => setOpened(false)}
      okText="Change custody"
      isDisabled={from === undefined || isImpossible}
      isWorking={set.isPending}
      draftName={`custody.${draftIdOf(sampleIds)}`}
      draftField="reason"
      intro={samples.isError && <QueryError title="The samples could not be loaded" query={samples} />}
      onSubmit={({ custody, reason }) =>
        set.mutate(
          {
            sampleIds: [...sampleIds],
            custody,
            from: atChoice.current.map((sample) => sample.custody),
            reason: reason.trim(),
            expectedEventIds: eventIdsOf(sampleIds, atChoice.current),
          },
          {
            onSuccess: () => {
              onClose()
              onDone?.()
            },
            // They may be something else now: the person chooses again. A change without a reply is tried again.
            onError: (failure) => isFinalRefusal(failure) && form.resetFields(['custody']),
          },
        )
      }
    >
      {isImpossible ? (
        <Alert
          type="info"
          showIcon
          title="These samples have no next custody in common"
          description="A reserved sample is released with its pick list, and one that is disposed of stays so."
        />
      ) : (
        <>
          <Form.Item
            name="custody"
            label="New custody"
            rules={[{ required: true, message: 'Please choose a custody' }]}
          >
            <Radio.Group
              vertical
              aria-label="New custody"
              onChange={() => {
                atChoice.current = samples.data ?? []
              }}
            >
              {targets.map((custody, index) => (
                <Radio key={custody} value={custody} ref={index === 0 ? first : undefined}>
                  <CustodyTag custody={custody} withAvailable />
                </Radio>
              ))}
            </Radio.Group>
          </Form.Item>
          {chosen && isOutOfUse(chosen) && (
            <Alert type="warning" showIcon title="The cells in storage become free." />
          )}
          <ReasonItem />
        </>
      )}
    </FormDialog>
  )
}

/** Returns the change of custody that holds of each sample, null for those that have none, or were deleted. */
function eventIdsOf(sampleIds: readonly string[], samples: readonly ChosenDetails[]) {
  const byId = new Map(samples.map(({ id, custodyEventId }) => [id, custodyEventId]))
  return sampleIds.map((id) => byId.get(id) ?? null)
}

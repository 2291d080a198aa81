import type { SampleType } from '@lims/contract/sample-type.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useState } from 'react'
import { call } from '../../../../api/call.ts'
import { submissionKeys } from '../../../../api/idempotency-keys.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { refetchSamples } from '../../../../entities/sample/sample-api.ts'
import { shortenNames } from '../../../../entities/sample/sample-text.ts'

export function useCreateChildren() {
  const queryClient = useQueryClient()
  const { notification } = App.useApp()
  const [keyOf, setKeyOf] = useState(submissionKeys)
  return useWrite({
    mutationFn: (body: { parentSampleId: string; count: number; type: SampleType }) =>
      call(samplesApi.addChild, { body }, { idempotencyKey: keyOf(body) }),
    onSuccess: ({ samples, count }) => {
      // The buttons stay on the page: the next click asks for more children.
      setKeyOf(submissionKeys)
      notification.success({
        title: count === 1 ? 'Child sample created' : `${count} child samples created`,
        description: shortenNames(samples.map(({ name }) => name)),
      })
      return refetchSamples(queryClient)
    },
    meta: { errorTitle: 'The child sample could not be created' },
  })
}

import { batchesApi } from '@lims/contract/batches.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { openAddress } from '../../test/open-address.tsx'
import { aBatch, aSample } from '../../test/records.ts'
import { server, serverAnswers } from '../../test/server.ts'
import { signIn } from '../../test/session-token.ts'
import { aStorage } from '../../test/storage-records.ts'

const sample = aSample({ version: 3 })
const batch = aBatch({ version: 3 })
const storage = aStorage({ id: 3, version: 3 })

test.each([
  [`/samples/${sample.id}/edit`, samplesApi.update, { success: true, sample }, 'Notes'],
  [`/batches/${batch.id}/edit`, batchesApi.update, { success: true, batch }, 'Description'],
  ['/storage/3/edit', storageApi.update, { success: true, storage }, 'Alias'],
] as const)(
  '%s: a save whose reply was lost is repeated as the same save',
  async (address, endpoint, reply, label) => {
    signIn()
    serverAnswers(samplesApi.get, { sample })
    serverAnswers(batchesApi.get, { batch })
    serverAnswers(batchesApi.search, { batches: [batch], totalBatches: 1 })
    serverAnswers(storageApi.get, { storage })
    serverAnswers(storageApi.search, { storages: [], totalStorages: 0 })
    const answered = serverAnswers(endpoint, reply)
    const keys: (string | null)[] = []
    server.use(
      http.post(
        `*/api${endpoint.path}`,
        ({ request }) => {
          keys.push(request.headers.get('idempotency-key'))
          return HttpResponse.error()
        },
        { once: true },
      ),
    )
    const { user } = openAddress(address)
    await user.type(await screen.findByRole('textbox', { name: label }), 'x')
    const save = screen.getByRole('button', { name: 'Save' })
    await waitFor(() => expect(save).toBeEnabled())
    await user.click(save)
    expect(
      await screen.findByText(/It may have been saved all the same; trying again is safe\./),
    ).toBeVisible()
    expect(screen.getByText('It is not known whether this was done')).toBeVisible()
    expect(screen.queryByText(/could not be saved/)).toBeNull()
    await user.click(save)
    await waitFor(() => expect(answered).toHaveLength(1))
    keys.push(answered[0]?.headers.get('idempotency-key') ?? null)
    expect(keys[0]).toMatch(/\d/)
    expect(keys[1]).toBe(keys[0])
  },
)

import { batchesApi } from '@lims/contract/batches.ts'
import type { CheckFileReply, importsApi, ReadFileReply } from '@lims/contract/imports.ts'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect } from 'vitest'
import { openAddress } from './open-address.tsx'
import { aBatch } from './records.ts'
import { server, serverAnswers } from './server.ts'
import { signIn } from './session-token.ts'

/** A file of two tubes, as the server reads it. */
export const read: ReadFileReply = {
  format: 'csv',
  columns: [
    { header: 'Tube', field: 'alias' },
    { header: 'What', field: null },
    { header: '', field: null },
  ],
  firstRows: [
    ['X-1', 'NB-1', ''],
    ['X-2', 'NB-2', 'cold'],
  ],
  totalRows: 2,
  otherSheets: 0,
  hiddenRows: 0,
  titleRows: 0,
}
/** What the server finds in it: nothing wrong. */
export const good: CheckFileReply = {
  numSamples: 2,
  numChildren: 1,
  numPlaced: 0,
  numBoxes: 0,
  problems: [],
  totalProblems: 0,
}
/** The requests of the import, in order. */
export const requests: { path: string; query: Record<string, string>; body: string; key: string | null }[] =
  []

/** From now on the server answers a step so. */
export function answers(step: keyof typeof importsApi, answer: () => Response | Promise<Response>) {
  server.use(
    http.post(`*/api/samples/import/${step}`, async ({ request }) => {
      const query = Object.fromEntries(new URL(request.url).searchParams)
      requests.push({
        path: step,
        query,
        body: await request.text(),
        key: request.headers.get('idempotency-key'),
      })
      return answer()
    }),
  )
}
export const lines = (...all: object[]) =>
  new HttpResponse(all.map((line) => `${JSON.stringify(line)}\n`).join(''))
export const imported = { success: true, batch: aBatch({ name: 'kits' }), numSamples: 2 }

/** Signs in; the server reads each file as `read` and finds it `good`. */
export function prepareImport() {
  signIn()
  requests.length = 0
  answers('read', () => HttpResponse.json(read))
  answers('check', () => HttpResponse.json(good))
  serverAnswers(batchesApi.search, { batches: [aBatch()], totalBatches: 1 })
  serverAnswers(batchesApi.get, { batch: aBatch() })
}

export const button = (name: string | RegExp) => screen.findByRole('button', { name })
export const fileField = () => document.querySelector('input[type=file]') as HTMLInputElement
export const kits = new File(['Tube,What\nX-1,NB-1\nX-2,NB-2'], 'kits.csv', { type: 'text/csv' })

export async function chooseFile(address = '/samples/import', file = kits) {
  const { user } = openAddress(address)
  await screen.findByText('Choose a CSV or Excel file, or drop it here')
  await user.upload(fileField(), file)
  return user
}

export async function becomes(user: UserEvent, column: string, field: string) {
  await user.click(await screen.findByRole('combobox', { name: `${column} becomes` }))
  const options = await screen.findAllByText(field, { selector: '.ant-select-item-option-content' })
  await user.click(options.at(-1) as HTMLElement)
}

export async function upToCheck(user: UserEvent) {
  await becomes(user, 'What', 'Name')
  await waitFor(async () => expect(await button('Check')).toBeEnabled())
  await user.click(await button('Check'))
}

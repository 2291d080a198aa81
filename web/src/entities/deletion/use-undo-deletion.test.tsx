import { deletionsApi } from '@lims/contract/deletions.ts'
import { useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { Button } from 'antd'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../../../test/open-screen.tsx'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { undoLatest } from '../../ui/use-undo-notice.tsx'
import { sampleKeys } from '../sample/sample-api.ts'
import { useDelete } from './use-delete.ts'

const deletionId = '5a1d3f52-1111-4a53-9a53-0d6a6f3c1f11'
const message = 'It cannot come back to its place: A1 of Box 3 holds NB-7 (T0000007) now.'
const title = 'The deletion of NB-1 could not be undone'
const refresh = vi.fn(async () => {})

function Deletes() {
  useQuery({ queryKey: sampleKeys.all, queryFn: () => refresh().then(() => null) })
  const remove = useDelete({
    deleteRecord: async (_record: { name: string }) => ({ deletionId }),
    nameOf: ({ name }) => name,
    titleOf: ({ name }) => `${name} deleted`,
    errorTitle: 'It could not be deleted',
  })
  return <Button onClick={() => remove.mutate({ name: 'NB-1' })}>Delete</Button>
}

async function deleteIt() {
  const user = openScreen(<Deletes />)
  await user.click(await screen.findByText('Delete'))
  await screen.findByRole('button', { name: 'Undo' })
  return user
}

test.each(['Undo', 'Ctrl Z'])(
  'D7 %s of a sample whose cell was taken offers it without its place',
  async (way) => {
    const refused = serverRefuses(deletionsApi.undo, 409, { code: 'cell-taken', message })
    const user = await deleteIt()
    if (way === 'Undo') await user.click(screen.getByRole('button', { name: 'Undo' }))
    else act(() => undoLatest())
    expect(await screen.findAllByText(title)).toHaveLength(1)
    expect(screen.getByText(message)).toBeVisible()
    expect(screen.queryByText('The deletion could not be undone')).toBeNull()
    expect(refused.map(({ body }) => body)).toEqual([{ deletionId }])

    refresh.mockClear()
    const undone = serverAnswers(deletionsApi.undo, { success: true, numSamples: 1 })
    await user.click(screen.getByText('Bring it back without its place'))
    expect(await screen.findByText('NB-1 is back, without the place that was lost')).toBeVisible()
    expect(undone.map(({ body }) => body)).toEqual([{ deletionId, withoutPlace: true }])
    expect(refresh).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByText(title)).toBeNull())
  },
)

test('D7 a sample whose box is gone or smaller is offered without its place too', async () => {
  const gone =
    'It cannot come back to its place: its storage has another type now. It can come back without it.'
  serverRefuses(deletionsApi.undo, 409, { code: 'place-gone', message: gone })
  const user = await deleteIt()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText(gone)).toBeVisible()
  const undone = serverAnswers(deletionsApi.undo, { success: true, numSamples: 1 })
  await user.click(screen.getByText('Bring it back without its place'))
  await waitFor(() => expect(undone.map(({ body }) => body)).toEqual([{ deletionId, withoutPlace: true }]))
})

test('D7 any other refusal of the undo offers nothing', async () => {
  serverRefuses(deletionsApi.undo, 409, { code: 'deletion-undone', message: 'It was undone already' })
  const user = await deleteIt()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('The deletion could not be undone')).toBeVisible()
  expect(screen.queryByText('Bring it back without its place')).toBeNull()
})

import type { PrintLabel } from '@lims/contract/print-runs.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../../../../test/open-screen.tsx'
import { DoubtList } from './doubt-list.tsx'
import type { PrintQueue } from './print-queue.ts'

const labelAt = (place: number): PrintLabel => ({
  place,
  sampleId: '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f',
  sampleName: `NB-${place}`,
  tubeId: `T${1_000_000 + place}`,
  state: 'unknown',
  reason: '',
  attempts: 1,
  labelData: null,
})

test('of very many labels in doubt the first are listed, and all can be decided together', async () => {
  const labels = Array.from({ length: 1400 }, (_, index) => labelAt(index + 1))
  const resolveDoubts = vi.fn(async () => {})
  const queue = { resolveDoubts } as unknown as PrintQueue
  const user = openScreen(<DoubtList labels={labels} queue={queue} hasEnded={false} />)
  expect(await screen.findByText('1,300 more are in doubt.')).toBeVisible()
  expect(screen.getAllByRole('listitem')).toHaveLength(101)
  await user.click(screen.getByRole('button', { name: 'It printed: all 1,400' }))
  expect(resolveDoubts).toHaveBeenCalledWith(
    labels.map(({ place }) => place),
    'printed',
  )
})

test('of 200 labels in doubt, the few that did not come out are decided first, and then the others together', async () => {
  // The first one was printed again, and came into doubt last.
  const labels = Array.from({ length: 200 }, (_, index) => labelAt(((index + 1) % 200) + 1))
  const resolveDoubts = vi.fn(async () => {})
  const queue = { resolveDoubts } as unknown as PrintQueue
  const user = openScreen(<DoubtList labels={labels} queue={queue} hasEnded={false} />)
  expect(await screen.findByText(/The last label of the run is listed first/)).toBeVisible()
  expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('T1000200')
  await user.click(screen.getByRole('button', { name: 'Print again: T1000200' }))
  expect(resolveDoubts).toHaveBeenCalledWith([200], 'again')
})

test('the notice of a decision about all that could not be recorded closes with a decision about one', async () => {
  const resolveDoubts = vi.fn(async () => {}).mockRejectedValueOnce(new Error('The database is away'))
  const queue = { resolveDoubts } as unknown as PrintQueue
  const user = openScreen(<DoubtList labels={[1, 2, 3].map(labelAt)} queue={queue} hasEnded={false} />)
  await user.click(await screen.findByRole('button', { name: 'It printed: all 3' }))
  const notice = await screen.findByText('Your decision could not be recorded')
  await user.click(screen.getByRole('button', { name: 'It printed: T1000003' }))
  await waitFor(() => expect(notice).not.toBeInTheDocument())
})

import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { cell, openGrid, tubeIn } from '../../../../test/open-storage.ts'
import { serverAnswers } from '../../../../test/server.ts'
import { signIn } from '../../../../test/session-token.ts'
import { cutTubes } from './use-editor-state.ts'

const a1 = tubeIn('A1', 1, 1)

afterEach(() => cutTubes.set(undefined))

describe('a tab in which another person is signed in', () => {
  const signInBo = () => act(() => void signIn({ sub: 'bo', name: 'Bo Chen' }))

  test('has no tubes that the first one has cut', async () => {
    const { user } = await openGrid({}, [a1])
    cell(/^A1/).focus()
    await user.keyboard('{Control>}x{/Control}')
    expect(cutTubes.get()?.tubes).toHaveLength(1)
    act(() => void signIn({ jti: 'session-2' }))
    expect(cutTubes.get()?.tubes).toHaveLength(1)
    signInBo()
    expect(cutTubes.get()).toBeUndefined()
  })

  test('asks nothing any more that the first one was to confirm', async () => {
    const { user } = await openGrid({ parentID: 2, parentAlias: 'Rack A' }, [a1])
    const question = 'It keeps its contents. It has no parent until it is associated again.'
    await user.click(screen.getByRole('button', { name: 'Disassociate from Parent' }))
    await screen.findByText(question)
    act(() => void signIn({ jti: 'session-2' }))
    expect(screen.getByText(question)).toBeInTheDocument()
    signInBo()
    await waitFor(() => expect(screen.queryByText(question)).not.toBeInTheDocument())
  })

  test('offers no Undo of what the first one has moved', async () => {
    const requests = serverAnswers(sampleLocationApi.arrange, {
      success: true,
      count: 1,
      before: [{ sampleId: a1.contentId, storageId: 3, rowCoordinate: 1, columnCoordinate: 1 }],
      custodyEventIds: [],
    })
    const { user } = await openGrid({}, [a1])
    cell(/^A1/).focus()
    await user.keyboard('{Control>}x{/Control}{ArrowDown}{ArrowRight}{Control>}v{/Control}')
    await screen.findByText('1 tube moved to Box 03')
    signInBo()
    await waitFor(() => expect(screen.queryByText('1 tube moved to Box 03')).not.toBeInTheDocument())
    await screen.findByRole('grid')
    await user.keyboard('{Control>}z{/Control}')
    expect(await screen.findByText('There is nothing to undo.')).toBeVisible()
    expect(requests).toHaveLength(1)
  })
})

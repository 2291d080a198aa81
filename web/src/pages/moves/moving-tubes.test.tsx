import { movesApi } from '@lims/contract/moves.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aMove, aMoveStep, workId } from '../../../test/freezer-work-records.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { openScreen } from '../../../test/open-screen.tsx'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'
import { MovingTubes } from './moving-tubes.tsx'

const step = { ...aMoveStep({ kind: 'tubes' }), isKept: false }
const tube = {
  sampleId: '7f9c24e8-3b1a-4d0e-9c55-0a1b2c3d4e5f',
  tubeId: 'T0000001',
  name: 'NB-1',
  fromPosition: 'A1',
  toPosition: 'B2',
}

test('the cells of the next box are fetched before it is taken out', async () => {
  signIn()
  serverAnswers(movesApi.get, { move: aMove({ steps: [step] }) })
  const fetched = serverAnswers(movesApi.tubes, { tubes: [tube] })
  openAddress(`/moves/${workId}`)
  await waitFor(() => expect(fetched[0]?.query).toMatchObject({ id: workId, boxId: '101' }))
})

test('cells that cannot be fetched are named, with Retry', async () => {
  serverRefuses(movesApi.tubes, 409, { code: 'move-not-open', message: 'This move is closed.' })
  openScreen(<MovingTubes moveId={workId} step={step} />)
  expect(await screen.findByText('The cells of the tubes could not be loaded')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
})

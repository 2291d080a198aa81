import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { emptyLab } from '../../../test/empty-lab.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { server } from '../../../test/server.ts'
import { serverStreams } from '../../../test/server-streams.ts'
import { signIn } from '../../../test/session-token.ts'
import { clearToken } from '../../api/stored-token.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** As the build writes it. */
const page = `<!doctype html><title>LIMS</title><script type="module" crossorigin src="/assets/index-new.js"></script>`

test('the notice of a newer version is shown to each person who signs in, until the page is reloaded', async () => {
  const script = document.createElement('script')
  script.type = 'module'
  script.setAttribute('src', '/assets/index-old.js')
  document.head.append(script)
  onTestFinished(() => script.remove())
  emptyLab()
  signIn()
  server.use(http.get('*/', () => HttpResponse.html(page)))
  const { streams } = serverStreams()
  const { place } = openAddress('/dashboard')
  await waitFor(() => expect(streams).toHaveLength(1))
  act(() => streams[0]?.end())
  expect(await screen.findByText('A newer version is installed', {}, { timeout: 5000 })).toBeVisible()

  act(() => void signIn({ sub: 'bo', name: 'Bo Chen' }))
  await screen.findByText(/, Bo Chen$/)
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeVisible()
  expect(screen.getAllByText('A newer version is installed')).toHaveLength(1)

  act(clearToken)
  await waitFor(() => expect(place()).toMatch('/auth/login'))
  act(() => void signIn({ sub: 'ada', jti: 'session-2' }))
  await screen.findByText(/, Ada Lindqvist$/)
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeVisible()
})

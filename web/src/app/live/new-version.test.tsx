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

function addScript(src: string) {
  const script = document.createElement('script')
  script.type = 'module'
  script.setAttribute('src', src)
  document.head.append(script)
  onTestFinished(() => script.remove())
}

test('the notice of a newer version is closed when the version of the page is installed again', async () => {
  addScript('/assets/index-old.js')
  emptyLab()
  signIn()
  const pages = [page, '<title>Not available</title>', page.replace('index-new', 'index-old')]
  server.use(http.get('*/', () => HttpResponse.html(pages.shift() ?? '')))
  const { streams } = serverStreams()
  openAddress('/dashboard')
  const reconnect = async (times: number) => {
    await waitFor(() => expect(streams).toHaveLength(times))
    act(() => streams[times - 1]?.end())
    await waitFor(() => expect(pages).toHaveLength(3 - times))
  }
  await reconnect(1)
  expect(await screen.findByText('A newer version is installed')).toBeVisible()
  await reconnect(2)
  await waitFor(() => expect(streams).toHaveLength(3))
  expect(screen.getByText('A newer version is installed')).toBeVisible()
  await reconnect(3)
  await waitFor(() => expect(screen.queryByText('A newer version is installed')).not.toBeInTheDocument())

  act(() => void signIn({ sub: 'bo', name: 'Bo Chen' }))
  await screen.findByText(/, Bo Chen$/)
  expect(screen.queryByText('A newer version is installed')).not.toBeInTheDocument()
})

test('the notice of a newer version is shown to each person who signs in, until the page is reloaded', async () => {
  addScript('/assets/index-old.js')
  emptyLab()
  signIn()
  server.use(http.get('*/', () => HttpResponse.html(page)))
  const { streams } = serverStreams()
  const { place } = openAddress('/dashboard')
  await waitFor(() => expect(streams).toHaveLength(1))
  act(() => streams[0]?.end())
  expect(await screen.findByText('A newer version is installed', {})).toBeVisible()

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

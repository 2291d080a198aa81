import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeCamera } from '../../../../test/fake-camera.ts'
import { fillBrowserStorage } from '../../../../test/full-tab.ts'
import { openScreen } from '../../../../test/open-screen.tsx'
import { setVisible } from '../../../../test/visibility.ts'
import { CameraButton } from './camera-button.tsx'

const taken: string[] = []

afterEach(() => {
  taken.length = 0
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A page that accepts codes that begin with a T, and can be left. */
function Page({ closesOnCode = false }) {
  const [isHere, setHere] = useState(true)
  const take = (code: string) => {
    taken.push(code)
    return code.startsWith('T') ? undefined : 'That is no code of ours'
  }
  return (
    <>
      <button type="button" onClick={() => setHere(false)}>
        Leave
      </button>
      {isHere && <CameraButton onCode={take} closesOnCode={closesOnCode} result={<p>Received</p>} />}
    </>
  )
}

async function open(page = <Page />) {
  const user = openScreen(page)
  await user.click(await screen.findByLabelText('Scan with the camera'))
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(dialog).toBeVisible())
  return { user, dialog: within(dialog) }
}

const failure = (name: string) => new DOMException('as the browser says it', name)

test.each([
  ['NotAllowedError', 'The camera is not allowed here', /camera or lock icon/],
  ['NotFoundError', 'No camera was found', /Connect one/],
  ['NotReadableError', 'The camera is in use', /Close the program/],
  ['TypeError', 'The camera could not be started', /as the browser says it/],
])('%s is said with what to do, and trying again may help', async (name, title, advice) => {
  const { seen, running } = fakeCamera()
  seen.refusal = failure(name)
  const { user, dialog } = await open()
  expect(await dialog.findByText(title)).toBeVisible()
  expect(dialog.getByText(advice)).toBeVisible()

  seen.refusal = undefined
  await user.click(dialog.getByText('Try again'))
  expect(await dialog.findByText('Hold a code inside the frame')).toBeVisible()
  expect(running.size).toBe(1)
})

test('a camera that fails after it was opened is reported and stopped', async () => {
  const { seen, running } = fakeCamera()
  seen.unlisted = failure('InvalidStateError')
  const { dialog } = await open()
  expect(await dialog.findByText('The camera could not be started')).toBeVisible()
  expect(running.size).toBe(0)
})

test('a page without https shows the reason, and opens no camera', async () => {
  const { requested } = fakeCamera()
  vi.stubGlobal('isSecureContext', false)
  const { dialog } = await open()
  expect(await dialog.findByText('The camera needs a secure page')).toBeVisible()
  expect(requested).toEqual([])
})

test('a camera that is unplugged is reported', async () => {
  const { running } = fakeCamera()
  const { dialog } = await open()
  await dialog.findByText('Hold a code inside the frame')
  act(() => void [...running][0]?.dispatchEvent(new Event('ended')))
  expect(await dialog.findByText('The camera has stopped')).toBeVisible()
})

test('a code is submitted once and shown, and the dialog waits for the next', async () => {
  const { seen, numPictures } = fakeCamera()
  const { dialog } = await open()
  await dialog.findByText('Hold a code inside the frame')
  seen.code = 'T0000001'
  await waitFor(() => expect(dialog.getByRole('status')).toHaveTextContent('Last code read T0000001'))
  seen.code = 'X-17'
  expect(await dialog.findByText('That is no code of ours')).toBeVisible()
  seen.code = 'T0000001'
  const before = numPictures()
  await waitFor(() => expect(numPictures()).toBeGreaterThan(before + 2))
  expect(taken).toEqual(['T0000001', 'X-17'])
  expect(dialog.getByText('Received')).toBeVisible()
})

test('where one code is enough, the first closes the dialog and the camera', async () => {
  const { seen, running } = fakeCamera()
  const { dialog } = await open(<Page closesOnCode />)
  await dialog.findByText('Hold a code inside the frame')
  seen.code = 'T0000001'
  await waitFor(() => expect(taken).toEqual(['T0000001']))
  await waitFor(() => expect(running.size).toBe(0))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('the camera stops when the dialog closes', async () => {
  const { running } = fakeCamera()
  const { user, dialog } = await open()
  await waitFor(() => expect(running.size).toBe(1))
  await user.click(dialog.getByText('Close'))
  await waitFor(() => expect(running.size).toBe(0))
  await waitFor(() => expect(screen.getByLabelText('Scan with the camera')).toHaveFocus())
})

test('the camera stops when the page is left', async () => {
  const { running } = fakeCamera()
  await open()
  await waitFor(() => expect(running.size).toBe(1))
  act(() => screen.getByText('Leave').click())
  expect(running.size).toBe(0)
})

test('the camera stops while the page is hidden, and starts again after', async () => {
  const { running, requested } = fakeCamera()
  await open()
  await waitFor(() => expect(running.size).toBe(1))
  act(() => setVisible(false))
  expect(running.size).toBe(0)
  act(() => setVisible(true))
  await waitFor(() => expect(running.size).toBe(1))
  expect(requested).toHaveLength(2)
})

test('the next of several cameras can be chosen, and is remembered', async () => {
  const { requested, running } = fakeCamera({ cameras: 2 })
  const { user, dialog } = await open()
  await user.click(await dialog.findByText('Other camera'))
  await waitFor(() => expect(requested.at(-1)?.deviceId).toEqual({ ideal: 'camera-2' }))
  expect(requested[0]?.facingMode).toEqual({ ideal: 'environment' })
  expect(localStorage.getItem('lims.camera')).toBe('camera-2')
  await waitFor(() => expect(running.size).toBe(1))
})

test('the next camera can be chosen also if the browser has no room to remember it', async () => {
  const { requested } = fakeCamera({ cameras: 2 })
  const { user, dialog } = await open()
  const free = fillBrowserStorage()
  await user.click(await dialog.findByText('Other camera'))
  await waitFor(() => expect(requested.at(-1)?.deviceId).toEqual({ ideal: 'camera-2' }))
  free()
  await user.click(await dialog.findByText('Other camera'))
  await waitFor(() => expect(localStorage.getItem('lims.camera')).toBe('camera-1'))
})

test('a torch that cannot be switched says so', async () => {
  const { refusesTorch } = fakeCamera({ hasTorch: true })
  refusesTorch()
  const { user, dialog } = await open()
  await user.click(await dialog.findByText('Torch'))
  expect(await screen.findByText('The torch could not be switched')).toBeVisible()
})

test('a camera whose decoder is not there is closed: its light goes out', async () => {
  const { running } = fakeCamera()
  vi.stubGlobal(
    'Worker',
    class {
      onerror = (_: unknown) => {}
      postMessage = () => this.onerror({})
      terminate() {}
    },
  )
  const { dialog } = await open()
  expect(await dialog.findByRole('button', { name: 'Try again' })).toBeVisible()
  expect(running.size).toBe(0)
})

test('the torch of the camera can be switched on', async () => {
  const { lit } = fakeCamera({ hasTorch: true })
  const { user, dialog } = await open()
  await user.click(await dialog.findByText('Torch'))
  expect(lit).toEqual([{ torch: true }])
  await waitFor(() =>
    expect(dialog.getByText('Torch').closest('button')).toHaveAttribute('aria-pressed', 'true'),
  )
  expect(dialog.queryByText('Other camera')).not.toBeInTheDocument()
})

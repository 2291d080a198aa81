import { authApi } from '@lims/contract/auth.ts'
import { errorTexts } from '@lims/contract/errors.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { statsApi } from '@lims/contract/stats.ts'
import { createMemoryHistory } from '@tanstack/react-router'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyLab } from '../../test/empty-lab.ts'
import { openAddress } from '../../test/open-address.tsx'
import { openScreen } from '../../test/open-screen.tsx'
import { aReceivedSample, aSample } from '../../test/records.ts'
import { scannerKeys, typeInto } from '../../test/scanner-keys.ts'
import { serverAnswers, serverLosesReplies, serverRefuses } from '../../test/server.ts'
import { signIn } from '../../test/session-token.ts'
import { anOverview } from '../../test/stats-records.ts'
import { setWidth } from '../../test/width.ts'
import { clearToken, storedToken } from '../api/stored-token.ts'
import { useUndoNotice } from '../ui/use-undo-notice.tsx'
import { createAppRouter } from './routes.tsx'

beforeEach(() => {
  emptyLab()
  serverAnswers(authApi.checkSite, { available: true, provider: 'Google', demo: false })
  serverAnswers(authApi.login, { redirectUrl: 'https://sign-in.example/' })
})

const menu = () => screen.findByRole('navigation', { name: 'Main' })

async function chooseInUserMenu(user: ReturnType<typeof openAddress>['user'], entry: string) {
  await user.click(await screen.findByRole('button', { name: 'Account of Ada Lindqvist' }))
  await user.click(await screen.findByText(entry))
}

test('PERM-03 a visitor of any page but the four that are open to all is led to sign-in', async () => {
  const openToAll = ['/', '/auth/login', '/auth/login/callback', '/auth/not-authenticated']
  const paths = Object.keys(createAppRouter(createMemoryHistory()).routesByPath)
  expect(paths).toEqual(expect.arrayContaining(openToAll))
  for (const path of paths.filter((path) => !openToAll.includes(path))) {
    const address = path.replaceAll(/\$\w+/g, '1')
    const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }))
    await router.load()
    expect(router.state.location.href).toBe(`/auth/login?target=${encodeURIComponent(address)}`)
  }
})

test('PERM-03 a session that ends while the page is open leads to sign-in and keeps the way back', async () => {
  signIn()
  const { place } = openAddress('/dashboard')
  await menu()
  act(clearToken)
  await waitFor(() => expect(place()).toBe('/auth/login?target=%2Fdashboard'))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Sign in with Google' })).toBeEnabled())
})

test.each([
  ['/samples?status=QC_PASS&subjectId=S-0104&siteId=AUSTIN&query=S-0104', '/samples?status=QC_PASS'],
  [`/samples/${aSample().id}?list=subjectId%3DS-0104`, `/samples/${aSample().id}`],
  ['/samples/selection?list=1732000000000-ab12cd', '/samples/selection?list=1732000000000-ab12cd'],
  ['/samples?status=QC_PASS', '/samples?status=QC_PASS'],
])(
  'the way back from %s after a session that ends is %s: it names no subject to the next person',
  async (address, target) => {
    signIn()
    const { place } = openAddress(address)
    await menu()
    act(clearToken)
    await waitFor(() => expect(place()).toBe(`/auth/login?target=${encodeURIComponent(target)}`))
  },
)

test('a page that is loaded after its session has expired leads the next person to no subject either', async () => {
  signIn({ exp: Math.floor(Date.now() / 1000) - 1 })
  const { place } = openAddress('/samples?status=QC_PASS&subjectId=S-0104')
  await waitFor(() => expect(place()).toBe('/auth/login?target=%2Fsamples%3Fstatus%3DQC_PASS'))
})

test('Back after logging out leads the next person to no subject either', async () => {
  signIn()
  const { router, place } = openAddress('/samples?status=QC_PASS&subjectId=S-0104')
  await menu()
  act(clearToken)
  await waitFor(() => expect(place()).toMatch('/auth/login'))
  act(() => router.history.push('/samples?subjectId=S-0104'))
  await waitFor(() => expect(place()).toBe('/auth/login?target=%2Fsamples'))
})

test('ERR-10 a 401 reply leads to sign-in, which shows why', async () => {
  signIn()
  serverRefuses(statsApi.overview, 401, { code: 'not-signed-in', message: errorTexts.notSignedIn })
  const { place } = openAddress('/dashboard')
  await waitFor(() => expect(place()).toBe('/auth/login?target=%2Fdashboard'))
  expect(await screen.findByText(errorTexts.notSignedIn)).toBeVisible()
  expect(storedToken()).toBeUndefined()
})

const drafts = () => Object.keys(sessionStorage).filter((key) => key.startsWith('lims.typed'))

test('D5 SESS-08 logout from a form with typed text leads to the landing page, and the draft goes', async () => {
  signIn()
  serverAnswers(authApi.logout, { success: true })
  const { user, place } = openAddress('/batches/create')
  await user.type(await screen.findByLabelText('Name'), 'Pilot')
  await waitFor(() => expect(drafts()).toHaveLength(1))
  await chooseInUserMenu(user, 'Logout')
  await waitFor(() => expect(place()).toBe('/'))
  expect((await screen.findAllByRole('button', { name: 'Login' }))[0]).toBeVisible()
  expect(place()).toBe('/')
  expect(drafts()).toHaveLength(0)
})

test('cached data of one person is removed before the next one signs in', async () => {
  signIn()
  serverAnswers(statsApi.overview, anOverview({ totalBatches: 1204 }))
  const { place, router } = openAddress('/dashboard')
  await screen.findByText('1,204')
  act(clearToken)
  await waitFor(() => expect(place()).toBe('/auth/login?target=%2Fdashboard'))

  serverAnswers(statsApi.overview, () => new Promise<never>(() => {}))
  act(() => void signIn({ sub: 'bo', name: 'Bo Chen' }))
  await act(() => router.navigate({ to: '/dashboard' }))
  await screen.findByText(/, Bo Chen$/)
  expect(screen.queryByText('1,204')).not.toBeInTheDocument()
})

test.each([
  ['at once', () => {}],
  ['after a logout that this tab has not dealt with yet', clearToken],
])('a tab in which another person is signed in %s shows nothing of the first one', async (_, logOut) => {
  signIn()
  serverAnswers(statsApi.overview, anOverview({ totalBatches: 1204 }))
  openAddress('/dashboard')
  await screen.findByText('1,204')

  const requests = serverAnswers(statsApi.overview, () => new Promise<never>(() => {}))
  act(() => {
    logOut()
    signIn({ sub: 'bo', name: 'Bo Chen' })
  })
  await screen.findByText(/, Bo Chen$/)
  await waitFor(() => expect(screen.queryByText('1,204')).not.toBeInTheDocument())
  await waitFor(() => expect(requests).toHaveLength(1))
})

test('a form in which one person has typed is empty for the person who is signed in after that', async () => {
  signIn()
  const { user, place } = openAddress('/batches/create')
  await user.type(await screen.findByLabelText('Name'), 'Pilot')
  act(() => void signIn({ sub: 'bo', name: 'Bo Chen' }))
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue(''))
  expect(place()).toBe('/batches/create')

  await user.type(screen.getByLabelText('Name'), 'Series')
  act(() => void signIn({ sub: 'bo', name: 'Bo Chen', jti: 'session-2' }))
  expect(screen.getByLabelText('Name')).toHaveValue('Series')
})

describe('Logout', () => {
  test('SESS-06 SESS-07 SESS-08 logs out at the server, clears the token and goes to the landing page', async () => {
    const token = signIn()
    const requests = serverAnswers(authApi.logout, { success: true })
    const { user, place } = openAddress('/dashboard')
    await chooseInUserMenu(user, 'Logout')

    await waitFor(() => expect(place()).toBe('/'))
    expect(storedToken()).toBeUndefined()
    await waitFor(() => expect(requests[0]?.headers.get('authorization')).toBe(`Bearer ${token}`))
    expect((await screen.findAllByRole('button', { name: 'Login' }))[0]).toBeVisible()
    expect(place()).toBe('/')
  })

  test('asks first while scans of this person are not sent yet', async () => {
    signIn()
    for (const key of ['scan-in.ada.3.1', 'picks.ada.7.2', 'scan-in.ada.li.3.1', 'receive.bo.1']) {
      localStorage.setItem(`lims.unsent.${key}`, JSON.stringify({ tab: 'closed', scan: {} }))
    }
    serverAnswers(authApi.logout, { success: true })
    const { user, place } = openAddress('/dashboard')
    await chooseInUserMenu(user, 'Logout')
    const question = await screen.findByRole('dialog', { name: /^2 scans are not sent yet/ })
    await user.click(within(question).getByRole('button', { name: 'Stay signed in' }))
    expect(storedToken()).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await chooseInUserMenu(user, 'Logout')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Stay signed in' })).toHaveFocus())
    await user.click(await screen.findByRole('button', { name: 'Log out anyway' }))
    await waitFor(() => expect(place()).toBe('/'))
    expect(storedToken()).toBeUndefined()
  })

  test('SESS-07 clears the token also when the server fails', async () => {
    signIn()
    serverRefuses(authApi.logout, 500, { code: 'internal', message: 'Something went wrong' })
    const { user, place } = openAddress('/dashboard')
    await chooseInUserMenu(user, 'Logout')

    await waitFor(() => expect(place()).toBe('/'))
    expect(storedToken()).toBeUndefined()
    expect(await screen.findByText('LIMS error')).toBeVisible()
    expect(place()).toBe('/')
  })

  test('SESS-07 without a connection says that the person is logged out here', async () => {
    signIn()
    serverLosesReplies(authApi.logout)
    const { user, place } = openAddress('/dashboard')
    await chooseInUserMenu(user, 'Logout')

    expect(await screen.findByText('Logged out in this browser')).toBeVisible()
    expect(storedToken()).toBeUndefined()
    expect(place()).toBe('/')
    expect(screen.getAllByRole('alert')).toHaveLength(1)
  })
})

describe('CONST-10 the side panel', () => {
  test('shows labels and can be collapsed on a desktop', async () => {
    signIn()
    const { user } = openAddress('/dashboard')
    const links = within(await menu()).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual([
      'Dashboard',
      'Samples',
      'Receive',
      'Batches',
      'Storage',
      'Freezer work',
    ])
    await user.click(screen.getByRole('button', { name: 'Collapse the menu' }))
    expect(screen.getByRole('button', { name: 'Expand the menu' })).toBeVisible()
  })

  test.each(['/custody', '/freezer-work', '/samples'])(
    'says at %s which entry is current',
    async (address) => {
      signIn()
      openAddress(address)
      const current = within(await menu()).getByRole('link', { current: 'page' })
      expect(current).toHaveTextContent(address === '/samples' ? 'Samples' : 'Freezer work')
    },
  )

  test.each([1199.98, 768])('shows icons at %d px', async (width) => {
    setWidth(width)
    signIn()
    openAddress('/dashboard')
    expect(await screen.findByRole('button', { name: 'Expand the menu' })).toBeVisible()
  })

  test('shows labels again at 1200 px', async () => {
    setWidth(1200)
    signIn()
    openAddress('/dashboard')
    expect(await screen.findByRole('button', { name: 'Collapse the menu' })).toBeVisible()
  })

  test.each([
    [767.98, '280px'],
    [480, '280px'],
    [479.98, '100%'],
  ])('is a drawer at %d px, %s wide, which closes when one has gone', async (width, expected) => {
    setWidth(width)
    signIn()
    const { user, place } = openAddress('/dashboard')
    const open = await screen.findByRole('button', { name: 'Open menu' })
    expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument()
    await user.click(open)
    expect((await menu()).closest('.ant-drawer-content-wrapper')).toHaveStyle({ width: expected })
    await user.click(within(await menu()).getByRole('link', { name: 'Receive' }))
    await waitFor(() => expect(place()).toBe('/receive'))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('keeps no scan from the field of the page that it has opened, and no focus', async () => {
    setWidth(390)
    signIn()
    const { user } = openAddress('/dashboard')
    const open = await screen.findByRole('button', { name: 'Open menu' })
    await user.click(open)
    await user.click(within(await menu()).getByRole('link', { name: 'Receive' }))
    const field = await screen.findByLabelText('Scan or enter identifier')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(field).toHaveFocus()

    const received = serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample() })
    open.focus()
    const scanner = scannerKeys(open)
    scanner.character('T')
    expect(field).toHaveFocus()
    typeInto(field, '0001230', { value: 'T0001230' })
    await waitFor(() => expect(received[0]?.body).toMatchObject({ identifier: 'T0001230' }))
  })

  test('closes when Back leaves the page, and stays closed when Forward shows it again', async () => {
    setWidth(390)
    signIn()
    const { user, router, place } = openAddress('/dashboard')
    await screen.findByRole('button', { name: 'Open menu' })
    await act(() => router.navigate({ to: '/receive' }))
    await user.click(screen.getByRole('button', { name: 'Open menu' }))
    await menu()
    act(() => router.history.back())
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    act(() => router.history.forward())
    await waitFor(() => expect(place()).toBe('/receive'))
    await screen.findByLabelText('Scan or enter identifier')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('gives the focus back when it is closed without going anywhere', async () => {
    setWidth(390)
    signIn()
    const { user } = openAddress('/dashboard')
    const open = await screen.findByRole('button', { name: 'Open menu' })
    await user.click(open)
    await menu()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(open).toHaveFocus())
  })

  test.each([
    [1599.98, '208px'],
    [1600, '240px'],
  ])('at %d px is %s wide', async (width, expected) => {
    setWidth(width)
    signIn()
    openAddress('/dashboard')
    expect((await menu()).closest('aside')).toHaveStyle({ width: expected })
  })
})

test('the chosen theme applies and is remembered', async () => {
  signIn()
  const { user } = openAddress('/dashboard')
  await chooseInUserMenu(user, 'Dark')
  await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'))
  expect(localStorage.getItem('lims.theme')).toBe('dark')
  await chooseInUserMenu(user, 'Light')
  await waitFor(() => expect(document.documentElement.dataset.theme).toBe('light'))
})

test('the first Tab offers to skip the menu', async () => {
  signIn()
  const { user } = openAddress('/dashboard')
  await menu()
  await user.tab()
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus()
})

test('the last action can be undone without a keyboard', async () => {
  signIn()
  const undo = vi.fn(async () => true)
  openScreen(<Deletes undo={undo} />)
  const { user } = openAddress('/dashboard')
  await menu()
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await screen.findByText('NB-001 deleted')
  await chooseInUserMenu(user, 'Undo the last action')
  await waitFor(() => expect(undo).toHaveBeenCalledOnce())
  await chooseInUserMenu(user, 'Undo the last action')
  expect(await screen.findByText('There is nothing to undo.')).toBeVisible()
})

/** Receives a sample on the Receive page. `undo` is that of a deletion; `undone` are the receipts that were undone. */
async function receiveBesideDeletion() {
  signIn()
  serverAnswers(samplesApi.receive, { success: true, sample: aReceivedSample({ eventId: 17 }) })
  const undone = serverAnswers(samplesApi.undoStatus, { success: true, count: 1 })
  const undo = vi.fn(async () => true)
  openScreen(<Deletes undo={undo} />)
  const { user } = openAddress('/receive')
  await user.type(await screen.findByLabelText('Scan or enter identifier'), 't0001230{Enter}')
  expect(await screen.findByText('1 received · 0 refused')).toBeVisible()
  return { user, undo, undone }
}

test('on a page with scans the user menu undoes the last scan, unless something was done since', async () => {
  const { user, undo, undone } = await receiveBesideDeletion()
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await screen.findByText('NB-001 deleted')
  await chooseInUserMenu(user, 'Undo the last action')
  await waitFor(() => expect(undo).toHaveBeenCalledOnce())
  expect(undone).toEqual([])

  await chooseInUserMenu(user, 'Undo the last action')
  expect(await screen.findByText('0 received · 0 refused')).toBeVisible()
  expect(undone[0]?.body).toMatchObject({ eventIds: [17] })
  await chooseInUserMenu(user, 'Undo the last action')
  expect(await screen.findByText('There is nothing to undo.')).toBeVisible()
})

test('a later action on another page is undone before the last scan of the open page, and only once it is shown', async () => {
  const { user, undo, undone } = await receiveBesideDeletion()
  const deleteOnOtherPage = async () => {
    await user.click(screen.getByRole('button', { name: 'Delete' }))
    await screen.findByText('NB-001 deleted')
    await user.click(screen.getByRole('button', { name: /close/i }))
    await waitFor(() => expect(screen.queryByText('NB-001 deleted')).toBeNull())
  }
  await deleteOnOtherPage()
  await chooseInUserMenu(user, 'Undo the last action')
  expect(await screen.findByText('NB-001 deleted')).toBeVisible()
  expect(undo).not.toHaveBeenCalled()
  await chooseInUserMenu(user, 'Undo the last action')
  await waitFor(() => expect(undo).toHaveBeenCalledOnce())
  expect(undone).toEqual([])

  await deleteOnOtherPage()
  await user.type(screen.getByLabelText('Scan or enter identifier'), 't0001231{Enter}')
  expect(await screen.findByText('2 received · 0 refused')).toBeVisible()
  await chooseInUserMenu(user, 'Undo the last action')
  await waitFor(() => expect(undone).toHaveLength(1))
  expect(undo).toHaveBeenCalledOnce()
})

function Deletes({ undo }: { undo: () => Promise<boolean> }) {
  const offerUndo = useUndoNotice()
  return (
    <button type="button" onClick={() => offerUndo('NB-001 deleted', undo)}>
      Delete
    </button>
  )
}

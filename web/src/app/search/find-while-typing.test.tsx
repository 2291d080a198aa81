import { findApi } from '@lims/contract/find.ts'
import { movesApi } from '@lims/contract/moves.ts'
import { picksApi } from '@lims/contract/picks.ts'
import { stockTakesApi } from '@lims/contract/stock-takes.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { emptyLab } from '../../../test/empty-lab.ts'
import { aFoundBatch, aFoundSample, aFoundStorage, aFoundSubject, nothingFound } from '../../../test/found.ts'
import { openAddress } from '../../../test/open-address.tsx'
import { serverAnswers, serverRefuses } from '../../../test/server.ts'
import { signIn } from '../../../test/session-token.ts'

const field = () => screen.findByRole('combobox', { name: 'Scan or search' })
const option = (name: RegExp) => screen.findByRole('option', { name })
const ids = [1, 2, 3].map(() => crypto.randomUUID())
const sample = (name: string, at = 0) => aFoundSample({ id: ids[at] ?? '', name, alias: `T000000${at}` })

/** Two hits for any text; for a certain one, only the second of them, and only once `narrow` is called. */
function hitsToNarrow(text: string) {
  const [one, two] = [sample('NOR-1'), sample('NOR-2', 1)]
  const { promise, resolve: narrow } = Promise.withResolvers<void>()
  serverAnswers(findApi.find, async ({ query }) => {
    if (query.query !== text) return { ...nothingFound, samples: [one, two] }
    await promise
    return { ...nothingFound, samples: [two] }
  })
  return { one, two, narrow }
}

beforeEach(() => {
  emptyLab()
  signIn()
})

test('E7 answers while one types, with place and status, by kind', async () => {
  const requests = serverAnswers(findApi.find, {
    ...nothingFound,
    samples: [
      {
        ...sample('NB-P004-EDTA-1'),
        status: 'QC_PASS',
        place: { path: ['Freezer 1', 'Box 3'], location: 'C4' },
      },
      sample('NB-P004-EDTA-2', 1),
    ],
    subjects: [aFoundSubject({ subjectId: 'NB-P004', numSamples: 10 })],
    batches: [aFoundBatch()],
    storages: [aFoundStorage()],
  })
  const { user } = openAddress('/dashboard')
  await user.type(await field(), 'p004 ed')
  const first = await option(/NB-P004-EDTA-1/)
  expect(first).toHaveTextContent('QC PASS')
  expect(first).toHaveTextContent('Freezer 1 › Box 3 › C4')
  // What is cut off is still readable.
  expect(within(first).getByTitle('NB-P004-EDTA-1')).toBeVisible()
  expect(within(first).getByTitle('Freezer 1 › Box 3 › C4')).toBeVisible()
  const marks = () => [...first.querySelectorAll('mark')].map(({ textContent }) => textContent)
  // On a busy computer the keys are slow enough for a search of its own for 'p004'.
  await waitFor(() => expect(marks()).toEqual(['P004', 'ED']))
  expect(await option(/NB-P004-EDTA-2/)).toHaveTextContent('no place')
  expect(await option(/10 samples in Nordic study 4/)).toHaveTextContent('SITE007')
  const groups = within(screen.getByRole('listbox')).getAllByRole('group')
  expect(groups.map((group) => group.getAttribute('aria-label'))).toEqual([
    'Samples',
    'Subjects',
    'Batches',
    'Storage',
  ])
  await waitFor(() => expect(requests.at(-1)?.query).toEqual({ query: 'p004 ed' }))
})

test('E7 a scan that ends before any reply goes to its sample, though hits of its beginning come later', async () => {
  const right = aFoundSample({ id: ids[0] ?? '', name: 'Right', alias: 'T0001230' })
  const wrong = aFoundSample({ id: ids[1] ?? '', name: 'Wrong', alias: 'T0001' })
  const waiting: (() => void)[] = []
  serverAnswers(findApi.find, async ({ query }) => {
    if (query.query === 'T0001230') return { ...nothingFound, samples: [right], exactSampleId: right.id }
    await new Promise<void>((resolve) => waiting.push(resolve))
    return { ...nothingFound, samples: [wrong], exactSampleId: wrong.id }
  })
  const { user, place } = openAddress('/dashboard')
  await user.type(await field(), 'T0001')
  await waitFor(() => expect(waiting).not.toEqual([]))
  await user.type(await field(), '230{Enter}')
  await waitFor(() => expect(place()).toBe(`/samples/${right.id}`))
  for (const reply of waiting) reply()
  await waitFor(async () => expect(await field()).toHaveValue(''))
  expect(place()).toBe(`/samples/${right.id}`)
})

test('E7 Enter opens none of the hits that only resemble a scanned code, and the next scan replaces it', async () => {
  const right = aFoundSample({ id: ids[0] ?? '', name: 'Right', alias: 'T0002' })
  serverAnswers(findApi.find, ({ query }) =>
    query.query === 'T0002'
      ? { ...nothingFound, samples: [right], exactSampleId: right.id }
      : { ...nothingFound, samples: [sample('Similar', 1)] },
  )
  const { user, place } = openAddress('/dashboard')
  await user.type(await field(), 'T0001')
  await option(/Similar/)
  await user.keyboard('{Enter}{Enter}')
  expect(await option(/Similar/)).toHaveAttribute('aria-selected', 'false')
  expect(place()).toBe('/dashboard')
  await user.keyboard('T0002{Enter}')
  await waitFor(() => expect(place()).toBe(`/samples/${right.id}`))
})

test('E7 hits that come while one is pressed neither move it nor lose the click', async () => {
  const { one, narrow } = hitsToNarrow('nor-1')
  const { user, place } = openAddress('/dashboard')
  await user.type(await field(), 'nor-')
  const pressed = await option(/NOR-1/)
  await user.keyboard('1')
  await user.pointer({ keys: '[MouseLeft>]', target: within(pressed).getByText(/NOR/i) })
  narrow()
  await screen.findByText('1 result')
  expect(screen.getByRole('option', { name: /NOR-1/ })).toBe(pressed)
  await user.pointer('[/MouseLeft]')
  await waitFor(() => expect(place()).toBe(`/samples/${one.id}`))
})

test('E7 hits that came while another place was pressed are shown once it is let go', async () => {
  const { narrow } = hitsToNarrow('nor-2')
  const { user } = openAddress('/dashboard')
  await user.type(await field(), 'nor-')
  const pressed = await option(/NOR-1/)
  await user.keyboard('2')
  await user.pointer({ keys: '[MouseLeft>]', target: pressed })
  narrow()
  await screen.findByText('1 result')
  await user.pointer([{ target: await field() }, '[/MouseLeft]'])
  await waitFor(() => expect(screen.queryByRole('option', { name: /NOR-1/ })).toBeNull())
  expect(await option(/NOR-2/)).toBeVisible()
})

test('E7 a press of the second button holds no hits back', async () => {
  const { narrow } = hitsToNarrow('nor-2')
  const { user } = openAddress('/dashboard')
  await user.type(await field(), 'nor-')
  const pressed = await option(/NOR-1/)
  await user.keyboard('2')
  await user.pointer({ keys: '[MouseRight>]', target: pressed })
  narrow()
  await waitFor(() => expect(screen.queryByRole('option', { name: /NOR-1/ })).toBeNull())
})

test('E7 a choice stays with its hit when other hits arrive, and typing drops it', async () => {
  const { two, narrow } = hitsToNarrow('nor-')
  const { user, place } = openAddress('/dashboard')
  await user.type(await field(), 'nor')
  await option(/NOR-1/)
  await user.keyboard('{ArrowDown}')
  expect(await option(/NOR-1/)).toHaveAttribute('aria-selected', 'true')
  await user.keyboard('-')
  expect(await option(/NOR-1/)).toHaveAttribute('aria-selected', 'false')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  narrow()
  await waitFor(() => expect(screen.queryByRole('option', { name: /NOR-1/ })).toBeNull())
  expect(await option(/NOR-2/)).toHaveAttribute('aria-selected', 'true')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(place()).toBe(`/samples/${two.id}`))
})

test('E7 typing that goes on drops an Enter whose reply has not come', async () => {
  const reply = Promise.withResolvers<void>()
  serverAnswers(findApi.find, async ({ query }) => {
    if (query.query !== 'T1') return nothingFound
    await reply.promise
    return { ...nothingFound, samples: [sample('T1')], exactSampleId: ids[0] ?? '' }
  })
  const { user, place } = openAddress('/dashboard')
  await user.type(await field(), 'T1{Enter}')
  await user.keyboard('T2')
  expect(await field()).toHaveValue('T2')
  reply.resolve()
  expect(await screen.findByText("No results for 'T2'", { selector: 'div' })).toBeVisible()
  expect(place()).toBe('/dashboard')
})

test('a sample that is found late does not lead away from the page to which Back led: it is offered', async () => {
  const reply = Promise.withResolvers<void>()
  serverAnswers(findApi.find, async ({ query }) => {
    if (query.query !== 'T0000000') return nothingFound
    await reply.promise
    return { ...nothingFound, samples: [sample('NOR-1')], exactSampleId: ids[0] ?? '' }
  })
  const { user, place, router } = openAddress('/dashboard')
  await field()
  await act(() => router.navigate({ href: '/batches' }))
  await user.type(await field(), 'T0000000{Enter}')
  await act(() => router.history.back())
  await waitFor(() => expect(place()).toBe('/dashboard'))
  reply.resolve()
  const hit = await option(/NOR-1/)
  expect(place()).toBe('/dashboard')
  await user.click(hit)
  await waitFor(() => expect(place()).toBe(`/samples/${ids[0]}`))
})

test('E7 an empty field shows the hits opened last by this person, and the first commands', async () => {
  serverAnswers(findApi.find, { ...nothingFound, samples: [sample('NOR-1')], storages: [aFoundStorage()] })
  const { user, place } = openAddress('/dashboard')
  await user.type(await field(), 'nor')
  await user.click(await option(/NOR-1/))
  await waitFor(() => expect(place()).toBe(`/samples/${ids[0]}`))
  await user.type(await field(), 'csf')
  await user.click(await option(/CSF box 3/))
  await screen.findByText('Storage Not Found')

  await user.keyboard('{Escape}/')
  const recent = within(await screen.findByRole('group', { name: 'Recent' })).getAllByRole('option')
  expect(recent.map(({ textContent }) => textContent)).toEqual(['CSF box 3Box', 'NOR-1T0000000'])
  expect(await option(/Receive samples/)).toBeVisible()
  await user.click(recent[1] as HTMLElement)
  await waitFor(() => expect(place()).toBe(`/samples/${ids[0]}`))

  const fieldOfAda = await field()
  signIn({ sub: 'bo' })
  await waitFor(() => expect(fieldOfAda).not.toBeInTheDocument())
  await user.click(await field())
  await option(/Receive samples/)
  await waitFor(() => expect(screen.queryByText('CSF box 3')).toBeNull())
})

test('the ID of a subject that was opened is not stored', async () => {
  serverAnswers(findApi.find, { ...nothingFound, subjects: [aFoundSubject({ subjectId: 'S-1001' })] })
  const { user, place } = openAddress('/dashboard')
  await user.type(await field(), 's-10')
  await user.click(await option(/S-1001/))
  await waitFor(() => expect(place()).toBe('/samples?subjectId=S-1001'))
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('S-1001')
})

test('IDs of subjects that an earlier version stored are removed, of whomever', async () => {
  const box = { address: '/storage/3/enhanced', title: 'CSF box 3', detail: 'Box' }
  const subject = { address: '/samples?subjectId=S-1001', title: 'S-1001', detail: 'Subject' }
  localStorage.setItem('lims.recent-hits.ada', JSON.stringify([subject, box]))
  localStorage.setItem('lims.recent-hits.bo', JSON.stringify([subject]))
  const { user } = openAddress('/dashboard')
  await user.click(await field())
  expect(await option(/CSF box 3/)).toBeVisible()
  expect(screen.queryByRole('option', { name: /S-1001/ })).toBeNull()
  expect(JSON.stringify({ ...localStorage })).not.toContain('S-1001')
})

test.each(['{', '7', '[{"address":"//evil.example","title":"Evil","detail":""}]'])(
  'E7 a damaged list of recent hits is ignored: %s',
  async (stored) => {
    localStorage.setItem('lims.recent-hits.ada', stored)
    const { user } = openAddress('/dashboard')
    await user.click(await field())
    await option(/Receive samples/)
    expect(screen.queryByText('Recent')).toBeNull()
  },
)

test.each([
  ['receive', '/receive'],
  ['create patient batch', '/batches/create-patient'],
  ['Create batch', '/batches/create'],
  ['import', '/samples/import'],
  ['go to storage', '/storage'],
])('E7 the command %s opens its page by Enter', async (text, address) => {
  const { user, place } = openAddress('/dashboard')
  await user.type(await field(), `${text}{Enter}`)
  await waitFor(() => expect(place()).toBe(address))
})

test('E7 commands are found by the beginnings of their words', async () => {
  const { user, place } = openAddress('/dashboard')
  await user.type(await field(), 'pat bat')
  await user.click(await option(/Create patient batch/))
  await waitFor(() => expect(place()).toBe('/batches/create-patient'))
})

function noLists() {
  serverAnswers(picksApi.list, { pickLists: [], totalPickLists: 0 })
  serverAnswers(stockTakesApi.list, { stockTakes: [], totalStockTakes: 0 })
  serverAnswers(movesApi.list, { moves: [], totalMoves: 0 })
}

test.each([
  ['freezer work', 'Go to Freezer work', '/freezer-work'],
  ['check out', 'Go to Check out and return', '/custody'],
  ['who has', 'Go to Check out and return', '/custody'],
  ['pick', 'Go to Pick lists', '/picks'],
  ['stock take', 'Go to Stock-takes', '/stock-takes'],
  ['evacuate', 'Go to Evacuate and consolidate', '/moves'],
  ['help', 'Go to Guide', '/guide'],
])('the command of %s is %s', async (text, title, address) => {
  noLists()
  const { user, place } = openAddress('/dashboard')
  await user.type(await field(), text)
  await user.click(await screen.findByRole('option', { name: title }))
  await waitFor(() => expect(place()).toBe(address))
})

test.each([
  ['go to pick lists', '/picks'],
  ['stock-takes', '/stock-takes'],
  ['guide', '/guide'],
])('the command %s opens its page of freezer work, or the guide, by Enter', async (text, address) => {
  noLists()
  const { user, place } = openAddress('/dashboard')
  await user.type(await field(), `${text}{Enter}`)
  await waitFor(() => expect(place()).toBe(address))
})

test('E7 go to Freezer 1 opens the one storage of this name, and two of it for a choice', async () => {
  const requests = serverAnswers(findApi.find, ({ query }) => ({
    ...nothingFound,
    samples: [sample('Freezer 1 of the notes')],
    storages: [
      aFoundStorage({ id: 4, alias: 'Freezer 1', place: null }),
      aFoundStorage({ id: 5, alias: query.query === 'Freezer 1' ? 'Freezer 10' : 'freezer 1' }),
    ],
  }))
  const { user, place } = openAddress('/dashboard')
  await user.type(await field(), 'go to FREEZER 1{Enter}')
  await option(/freezer 1Box/)
  expect(screen.queryByRole('option', { name: /of the notes/ })).toBeNull()
  expect(place()).toBe('/dashboard')

  await user.clear(await field())
  await user.type(await field(), 'go to Freezer 1{Enter}')
  await waitFor(() => expect(place()).toBe('/storage/4/enhanced'))
  expect(requests.at(-1)?.query).toEqual({ query: 'Freezer 1' })
})

test('a tube ID that begins with Go opens its sample by Enter, and no storage', async () => {
  const tube = { ...sample('Tube of Gothenburg'), alias: 'GO 1' }
  serverAnswers(findApi.find, ({ query }) =>
    query.query === 'GO 1'
      ? { ...nothingFound, samples: [tube], exactSampleId: tube.id }
      : { ...nothingFound, storages: [aFoundStorage({ alias: '1' })] },
  )
  const { user, place } = openAddress('/dashboard')
  await user.type(await field(), 'GO 1{Enter}')
  await waitFor(() => expect(place()).toBe(`/samples/${tube.id}`))
})

test('E7 a search that fails while one types shows the reason in the list', async () => {
  const { user } = openAddress('/dashboard')
  await screen.findByText('Total Samples')
  serverRefuses(findApi.find, 503, { code: 'database-unavailable', message: 'The database is down.' })
  await user.type(await field(), 'nor')
  expect(await screen.findByText('The database is down.', { selector: 'div' })).toBeVisible()
  expect(screen.queryByText('The search failed')).toBeNull()
})

test('E7 the list is a listbox of the field, and only while it is shown', async () => {
  const { user } = openAddress('/dashboard')
  const box = await field()
  expect(box).toHaveAttribute('aria-expanded', 'false')
  await user.click(box)
  expect(box).toHaveAttribute('aria-expanded', 'true')
  expect(box).toHaveAttribute('aria-controls', screen.getByRole('listbox').id)
  await user.keyboard('{ArrowDown}')
  const [first] = screen.getAllByRole('option')
  expect(box).toHaveAttribute('aria-activedescendant', first?.id)
  await user.keyboard('{Escape}')
  expect(box).toHaveAttribute('aria-expanded', 'false')
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.click(document.body)
  await user.click(box)
  await screen.findByRole('listbox')
  await user.tab()
  await user.tab()
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
})

test('a name that is pasted with separate accents is marked in the hits, and Enter goes to its storage', async () => {
  const storage = aFoundStorage({ alias: 'Café' })
  const requests = serverAnswers(findApi.find, { ...nothingFound, storages: [storage] })
  const { user, place } = openAddress('/dashboard')
  await user.click(await field())
  await user.paste('cafe\u0301')
  const hit = await option(/Café/)
  expect(hit.querySelector('mark')).toHaveTextContent('Café')
  expect(requests.at(-1)?.query).toEqual({ query: 'café' })
  await user.clear(await field())
  await user.paste('go to cafe\u0301')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(place()).toBe(`/storage/${storage.id}/enhanced`))
})

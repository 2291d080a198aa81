import { type PreviewRackReply, racksApi } from '@lims/contract/rack-scan.ts'
import { sampleLocationApi } from '@lims/contract/sample-location-api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '../../../test/open-screen.tsx'
import { aMissingTube, aRackEntry, aRackPreview, aRackTube } from '../../../test/rack-records.ts'
import { keysOf, serverAnswers, serverRefuses } from '../../../test/server.ts'
import { aStorage, aStoredTube } from '../../../test/storage-records.ts'
import { storageKeys } from '../../entities/storage/storage-api.ts'
import { RackFiles } from './rack-files.tsx'

const storage = aStorage({ numberRows: 2, numberColumns: 3 })
const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const tube = (number: number) =>
  aRackTube({ sampleId: idOf(number), alias: `T000000${number}`, name: `NB-${number}` })
const cell = (rowCoordinate: number, columnCoordinate: number, position: string) => ({
  rowCoordinate,
  columnCoordinate,
  position,
})
const from = { storageId: 9, ...cell(2, 4, 'D2'), path: 'Rack A › Box 9 › D2' }
const file = new File(['A1,T0000001'], 'rack.csv', { type: 'text/csv' })

const entries = [
  aRackEntry({ ...cell(1, 1, 'A1'), line: 1, state: 'moved', sample: tube(1), from }),
  aRackEntry({ ...cell(1, 2, 'B1'), line: 2, state: 'new', sample: tube(2), isToReceive: true }),
  aRackEntry({ ...cell(1, 3, 'C1'), line: 3, state: 'unreadable', code: '', sample: undefined }),
  aRackEntry({ ...cell(2, 1, 'A2'), line: 4, state: 'unknown', code: 'X-99', sample: undefined }),
  aRackEntry({ ...cell(2, 2, 'B2'), line: 5, state: 'empty', code: '', sample: undefined }),
]
const missing = [aMissingTube({ ...tube(5), ...cell(2, 2, 'B2') })]
const moves = [
  { sampleId: idOf(1), storageId: 3, rowCoordinate: 1, columnCoordinate: 1 },
  { sampleId: idOf(2), storageId: 3, rowCoordinate: 1, columnCoordinate: 2 },
]
const before = [
  { sampleId: idOf(1), storageId: 9, rowCoordinate: 2, columnCoordinate: 4 },
  { sampleId: idOf(2), storageId: 0, rowCoordinate: null, columnCoordinate: null },
]
const expected = before.map((place, index) => ({ ...place, custodyEventId: index === 0 ? 5 : null }))

async function openPreview(preview: Partial<PreviewRackReply> = {}) {
  const previews = serverAnswers(racksApi.preview, ({ body }) => {
    const { convention } = body as { convention?: 'own' }
    const reply = { entries, missing, moves, expected, isConventionAssumed: !convention, ...preview }
    return aRackPreview({ ...reply, convention: convention ?? 'slas' })
  })
  const user = open()
  await user.upload(await screen.findByLabelText('Rack file'), file)
  return { user, previews }
}

function open() {
  const occupancy = [
    aStoredTube({ contentId: idOf(5), contentAlias: 'T0000005', rowCoordinate: 2, columnCoordinate: 2 }),
  ]
  return openScreen(
    <RackFiles box={{ storage, occupancy }}>
      {(button) => (
        <>
          <p>The box</p>
          <Elsewhere />
          {button}
        </>
      )}
    </RackFiles>,
  )
}

let changeElsewhere = () => {}

/** Simulates a live update: invalidates all storage queries. */
function Elsewhere() {
  const queryClient = useQueryClient()
  changeElsewhere = () => void queryClient.invalidateQueries({ queryKey: storageKeys.all })
  return null
}

const dialog = async () =>
  within(await screen.findByRole('dialog', { name: 'Rack file for Box 03: rack.csv' }))
const apply = (name: string | RegExp) => screen.findByRole('button', { name })

test('a chosen file is previewed as a picture of the box, with counts and lists', async () => {
  const { previews } = await openPreview()
  const shown = await dialog()
  const legend = within(await shown.findByRole('list', { name: 'Legend' }))
  expect(legend.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '→ Moved here 1',
    '+ New in storage 1',
    '↩ Back in its place 0',
    '− Missing 1',
    '? Unknown 1',
    '✕ Depleted or disposed of 0',
    '! Unreadable 1',
    '= In its place 0',
    '○ Away, as recorded 0',
    ' Empty 1',
  ])
  const picture = within(shown.getByRole('region', { name: 'Preview of Box 03' }))
  expect(picture.getAllByRole('cell').map(({ title }) => title)).toEqual([
    'A1: Moved here, NB-1, T0000001, from Rack A › Box 9 › D2',
    'B1: New in storage, NB-2, T0000002',
    'C1: Unreadable',
    'A2: Unknown, X-99',
    'B2: Missing, NB-5, T0000005, T0000005 is missing',
    'C2: empty',
  ])
  expect(shown.getByRole('region', { name: 'New in storage' })).toHaveTextContent('not received yet')
  const unreadable = within(shown.getByRole('region', { name: 'Unreadable' }))
  await waitFor(() => expect(unreadable.getByText(/^line 3/)).toBeVisible())
  expect(within(shown.getByRole('region', { name: 'Unknown' })).getByText('X-99')).toBeVisible()
  expect(previews[0]?.body).toEqual({ storageId: 3, fileName: 'rack.csv', content: 'A1,T0000001' })
})

test('a file of tubes that are registered in another box is named as probably its file, with a link', async () => {
  const elsewhere = [1, 2].map((number) =>
    aRackEntry({ ...cell(1, number, `${'AB'[number - 1]}1`), state: 'moved', sample: tube(number), from }),
  )
  await openPreview({ entries: elsewhere })
  const shown = await dialog()
  expect(
    await shown.findByText('2 of 2 known tubes are registered in another box. Is this its file?'),
  ).toBeVisible()
  expect(shown.getByRole('link', { name: 'Rack A › Box 9' })).toHaveAttribute('href', '/storage/9/enhanced')
  expect((await apply('Apply 2 changes')).className).toContain('dangerous')
})

test('a double click on Apply applies the file once', async () => {
  const arranged = serverAnswers(sampleLocationApi.arrange, {
    success: true,
    count: 2,
    before: [],
    custodyEventIds: [],
  })
  await openPreview()
  const button = await apply('Apply 2 changes')
  fireEvent.click(button)
  fireEvent.click(button)
  expect(await screen.findByText(/Box 03 now matches the rack file/)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(arranged).toHaveLength(1)
})

test('a rack file whose reply was lost is applied as the same one', async () => {
  const lost = serverRefuses(sampleLocationApi.arrange, 502)
  const { user } = await openPreview()
  for (const times of [1, 2]) {
    await user.click(await apply('Apply 2 changes'))
    await waitFor(() => expect(lost).toHaveLength(times))
  }
  expect(keysOf(lost)).toEqual([expect.any(String), keysOf(lost)[0]])
})

test('a second file that is dropped on the preview is judged anew: nothing that was chosen for the first holds', async () => {
  const { user, previews } = await openPreview()
  const first = await dialog()
  await user.click(await first.findByRole('checkbox', { name: /Take missing tubes out/ }))
  await user.click(first.getByText('As Box 03 labels its cells'))
  await waitFor(() => expect(previews.at(-1)?.body).toMatchObject({ convention: 'own' }))

  const other = new File(['A1,T0000002'], 'other.csv', { type: 'text/csv' })
  fireEvent.drop(first.getByRole('region', { name: 'Preview of Box 03' }), {
    dataTransfer: { types: ['Files'], files: [other] },
  })

  const second = within(await screen.findByRole('dialog', { name: 'Rack file for Box 03: other.csv' }))
  expect(await second.findByRole('checkbox', { name: /Take missing tubes out/ })).not.toBeChecked()
  expect(previews.at(-1)?.body).toEqual({ storageId: 3, fileName: 'other.csv', content: 'A1,T0000002' })
})

test('Apply works while the preview is read again after a change elsewhere', async () => {
  const arranged = serverAnswers(sampleLocationApi.arrange, {
    success: true,
    count: 2,
    before: [],
    custodyEventIds: [],
  })
  const { user } = await openPreview()
  await apply('Apply 2 changes')
  const again = serverAnswers(racksApi.preview, () => new Promise<never>(() => {}))
  changeElsewhere()
  await waitFor(() => expect(again).toHaveLength(1))
  await user.click(await apply('Apply 2 changes'))
  await waitFor(() => expect(arranged).toHaveLength(1))
})

test('Apply moves all tubes in one request and keeps the missing one, and Undo restores the box', async () => {
  const arranged = serverAnswers(sampleLocationApi.arrange, {
    success: true,
    count: 2,
    before,
    custodyEventIds: [7],
  })
  const { user } = await openPreview()
  await user.click(await apply('Apply 2 changes'))

  expect(await screen.findByText('Box 03 now matches the rack file: 1 moved, 1 new')).toBeVisible()
  expect(arranged[0]?.body).toEqual({ moves, expected })
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('The box is as it was before')).toBeVisible()
  expect(arranged[1]?.body).toEqual({
    moves: before,
    expected: moves,
    undo: { custodyEventIds: [7] },
  })
})

test('missing tubes are taken out only if the person chooses it', async () => {
  const arranged = serverAnswers(sampleLocationApi.arrange, {
    success: true,
    count: 3,
    before: [],
    custodyEventIds: [],
  })
  const { user } = await openPreview()
  await user.click(await screen.findByRole('checkbox', { name: 'Take missing tubes out of storage (1)' }))
  await user.click(await apply('Apply 3 changes'))
  expect(
    await screen.findByText('Box 03 now matches the rack file: 1 moved, 1 new, 1 taken out'),
  ).toBeVisible()
  expect(arranged[0]?.body).toEqual({
    moves: [...moves, { sampleId: idOf(5), storageId: 0 }],
    expected: [
      ...expected,
      { sampleId: idOf(5), storageId: 3, rowCoordinate: 2, columnCoordinate: 2, custodyEventId: null },
    ],
  })
})

test('a missing tube whose cell the scan gives to another tube must be taken out first', async () => {
  const { user } = await openPreview({
    missing: [aMissingTube({ ...tube(5), ...cell(1, 2, 'B1'), isInTheWay: true })],
  })
  const notice = /^1 missing tube is registered in cells where the scan shows other tubes/
  await screen.findByText(notice)
  expect(await apply('Apply 2 changes')).toBeDisabled()
  await user.click(screen.getByRole('checkbox', { name: /^Take missing tubes out/ }))
  expect(screen.queryByText(notice)).not.toBeInTheDocument()
  expect(await apply('Apply 3 changes')).toBeEnabled()
})

test('the axis convention is shown as assumed and can be changed', async () => {
  const { user, previews } = await openPreview({ inPlace: { slas: 7, own: 0 } })
  await screen.findByText(/^assumed: 7 in their place this way, 0 the other way/)
  expect(screen.getByRole('radio', { name: 'SLAS: letter is the row' })).toBeChecked()
  await user.click(screen.getByText('As Box 03 labels its cells'))
  await screen.findByText(/^chosen: 0 in their place this way, 7 the other way/)
  expect(previews[1]?.body).toMatchObject({ convention: 'own' })
})

test('if both conventions mean the same there is no choice', async () => {
  await openPreview({ isConventionSwitchable: false })
  await screen.findByRole('list', { name: 'Legend' })
  expect(screen.queryByRole('radio')).not.toBeInTheDocument()
  expect(screen.getByText('SLAS: letter is the row')).toBeInTheDocument()
})

test('a file that matches the box has nothing to apply', async () => {
  await openPreview({ moves: [], expected: [], missing: [], entries: [aRackEntry({ state: 'same' })] })
  expect(await apply('Nothing to change')).toBeDisabled()
})

test('a tube that is back in its cell is applied, and one that is away as recorded is not offered for taking out', async () => {
  const back = { sampleId: idOf(1), storageId: 3, rowCoordinate: 1, columnCoordinate: 1 }
  const arranged = serverAnswers(sampleLocationApi.arrange, {
    success: true,
    count: 1,
    before: [back],
    custodyEventIds: [7],
  })
  const { user } = await openPreview({
    moves: [back],
    expected: [{ ...back, custodyEventId: 5 }],
    missing: [],
    away: [aMissingTube({ ...tube(5), custody: 'CHECKED_OUT', ...cell(2, 2, 'B2') })],
    entries: [
      aRackEntry({
        ...cell(1, 1, 'A1'),
        state: 'same',
        arrival: 'returned',
        sample: tube(1),
      }),
      aRackEntry({ ...cell(2, 2, 'B2'), state: 'empty', code: '', sample: undefined }),
    ],
  })
  const shown = await dialog()
  const picture = within(await shown.findByRole('region', { name: 'Preview of Box 03' }))
  expect(picture.getByTitle('A1: Back in its place, NB-1, T0000001, was checked out')).toBeInTheDocument()
  expect(picture.getByTitle('B2: Away, as recorded, NB-5, T0000005')).toBeInTheDocument()
  const listed = within(shown.getByRole('region', { name: 'Away, as recorded' }))
  expect(listed.getByText('is checked out')).toBeInTheDocument()
  expect(shown.queryByRole('checkbox')).not.toBeInTheDocument()

  await user.click(await apply('Apply 1 change'))
  expect(await screen.findByText('Box 03 now matches the rack file: 1 back in place')).toBeVisible()
  expect(arranged[0]?.body).toEqual({ moves: [back], expected: [{ ...back, custodyEventId: 5 }] })
})

test('a tube that is disposed of on record is not counted as new in storage, and the reason is beside it', async () => {
  const entry = aRackEntry({ ...cell(1, 2, 'B1'), state: 'new', outOfUse: 'DISPOSED', sample: tube(2) })
  await openPreview({ entries: [entry], missing: [], moves: [], expected: [] })
  const shown = await dialog()
  const legend = within(await shown.findByRole('list', { name: 'Legend' }))
  expect(legend.getByText(/New in storage/)).toHaveTextContent('+ New in storage 0')
  expect(legend.getByText(/Depleted or disposed of/)).toHaveTextContent('✕ Depleted or disposed of 1')
  const picture = within(shown.getByRole('region', { name: 'Preview of Box 03' }))
  expect(picture.getByTitle('B1: Depleted or disposed of, NB-2, T0000002')).toBeInTheDocument()
  const listed = within(shown.getByRole('region', { name: 'Depleted or disposed of' }))
  expect(listed.getByText('is disposed of on record: it is not placed')).toBeInTheDocument()
  expect(await apply('Nothing to change')).toBeDisabled()
})

test('a refused file shows the line, and cannot be applied', async () => {
  const message = 'Line 5: tube X1 is already in line 2.'
  serverRefuses(racksApi.preview, 400, { code: 'rack-file-invalid', message, field: 'content' })
  const user = open()
  await user.upload(await screen.findByLabelText('Rack file'), file)
  const shown = await dialog()
  await shown.findByText('This rack file cannot be used')
  await waitFor(() => expect(shown.getByText(message)).toBeVisible())
  expect(shown.getByRole('button', { name: 'Apply' })).toBeDisabled()
})

test('a box that has changed in the meantime is previewed again', async () => {
  const message = 'A tube has been moved by someone else since. Nothing was moved; please check again.'
  serverRefuses(sampleLocationApi.arrange, 409, { code: 'moved-meanwhile', message })
  const { user, previews } = await openPreview()
  await user.click(await apply('Apply 2 changes'))
  expect(await screen.findByText(message)).toBeVisible()
  await waitFor(() => expect(previews).toHaveLength(2))
  expect(screen.getByRole('dialog')).toBeVisible()
})

test('a file can be dropped on the box', async () => {
  serverAnswers(racksApi.preview, aRackPreview({ entries, missing, moves, expected }))
  open()
  const place = await screen.findByText('The box')
  const dataTransfer = { types: ['Files'], files: [file], dropEffect: 'none' }
  const dragged = createEvent.dragOver(place, { dataTransfer })
  fireEvent(place, dragged)
  expect(dragged.defaultPrevented).toBe(true)
  expect(screen.getByText('Drop the rack file on Box 03')).toBeVisible()
  fireEvent.drop(place, { dataTransfer })
  expect(screen.queryByText('Drop the rack file on Box 03')).not.toBeInTheDocument()
  expect(await (await dialog()).findByText(/^Positions and tubes/)).toBeInTheDocument()
})

test('a file that is too large is refused with the reason', async () => {
  const user = open()
  await user.upload(
    await screen.findByLabelText('Rack file'),
    new File([new Uint8Array(1_000_001)], 'film.csv'),
  )
  expect(await screen.findByText(/^film\.csv is larger than 1 MB/)).toBeVisible()
})

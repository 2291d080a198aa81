import { samplesApi } from '@lims/contract/samples-api.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { openScreen } from '../../../../../test/open-screen.tsx'
import { aBatch, aSample } from '../../../../../test/records.ts'
import { serverAnswers, serverRefuses } from '../../../../../test/server.ts'
import { ChildButtons } from './child-buttons.tsx'
import { ChildrenPanel } from './children-panel.tsx'

const parent = aSample({ name: 'NB-1', volume: 2 })
const children = ['NB-1-PLASMA-1', 'NB-1-PLASMA-2'].map((name) =>
  aSample({ id: crypto.randomUUID(), name, parentSampleId: parent.id, volume: 0.7 }),
)
const created = { success: true as const, samples: children, count: 2 }

const volume = 'Volume of each (optional)'
const loss = 'Loss (optional)'
const takeOff = /^Take it off the parent/

async function openDialog(buttons = <ChildButtons sample={parent} />, button = 'Create Children') {
  const user = openScreen(buttons)
  await user.click(await screen.findByRole('button', { name: button }))
  const dialog = within(await screen.findByRole('dialog'))
  const first = button === 'Create Children' ? 'Quantity' : volume
  await waitFor(() => expect(dialog.getByLabelText(first)).toHaveFocus())
  const chooseType = async (type: string) => {
    await user.click(dialog.getByRole('combobox', { name: 'Sample type' }))
    await user.click(await screen.findByTitle(type))
  }
  const write = async (label: string, text: string) => {
    const field = await dialog.findByLabelText(label)
    await user.clear(field)
    if (text) await user.type(field, text)
  }
  return { user, dialog, chooseType, write }
}

test('E13 children of the same type come off the parent, and the dialog shows what is left', async () => {
  const requests = serverAnswers(samplesApi.addChild, created)
  const { user, dialog, chooseType, write } = await openDialog()
  await chooseType('PLASMA')
  expect(dialog.getByRole('checkbox', { name: takeOff })).toBeChecked()
  expect(dialog.queryByLabelText(loss)).not.toBeInTheDocument()
  await write('Quantity', '2')
  await write(volume, '0,7')
  expect(await dialog.findByText('0.6 mL left of 2 mL')).toBeVisible()
  await write(loss, '0,1')
  expect(await dialog.findByText('0.5 mL left of 2 mL')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  await waitFor(() =>
    expect(requests[0]?.body).toEqual({
      parentSampleId: parent.id,
      count: 2,
      type: 'PLASMA',
      volume: 0.7,
      takeFromParent: true,
      loss: 0.1,
    }),
  )
})

test('E13 a child of another type leaves the parent its volume, unless it is wished otherwise', async () => {
  const requests = serverAnswers(samplesApi.addChild, created)
  const { user, dialog, chooseType, write } = await openDialog()
  await chooseType('DNA')
  await write(volume, '0.05')
  expect(dialog.getByRole('checkbox', { name: takeOff })).not.toBeChecked()
  expect(dialog.queryByLabelText(loss)).not.toBeInTheDocument()
  await user.click(dialog.getByRole('checkbox', { name: takeOff }))
  expect(await dialog.findByText('1.85 mL left of 2 mL')).toBeVisible()
  await chooseType('PLASMA')
  await chooseType('SERUM')
  expect(dialog.getByRole('checkbox', { name: takeOff })).toBeChecked()
  await user.click(dialog.getByRole('checkbox', { name: takeOff }))
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  await waitFor(() =>
    expect(requests[0]?.body).toEqual({ parentSampleId: parent.id, count: 3, type: 'SERUM', volume: 0.05 }),
  )
})

test('E13 more than the parent has is refused before it is sent', async () => {
  const requests = serverAnswers(samplesApi.addChild, created)
  const { user, dialog, chooseType, write } = await openDialog()
  await chooseType('PLASMA')
  await write(volume, '0.7')
  const sentence = 'NB-1 has only 2 mL left: 3 × 0.7 mL are 2.1 mL.'
  expect(await dialog.findByText(sentence)).toBeVisible()
  expect(dialog.queryByText(/left of 2 mL/)).not.toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(requests).toEqual([])
  await write('Quantity', '2')
  await waitFor(() => expect(dialog.queryByText(sentence)).not.toBeInTheDocument())
  expect(dialog.getByText('0.6 mL left of 2 mL')).toBeVisible()
})

test('E13 text that is not a volume is refused at its field and stays as typed', async () => {
  const { dialog, chooseType, write } = await openDialog()
  await chooseType('PLASMA')
  await write(volume, '1,250')
  expect(await dialog.findByText('1,250 can mean 1.25 or 1250: write one of these')).toBeVisible()
  await write(volume, '0.1')
  await write(loss, 'some')
  expect(await dialog.findByText('some is not a number')).toBeVisible()
})

test('E13 the button beside Create Child asks for the volume of one child, with the keyboard alone', async () => {
  const requests = serverAnswers(samplesApi.addChild, created)
  const { user } = await openDialog(undefined, 'Create Child with a volume')
  await user.keyboard('0,5{Enter}')
  await waitFor(() =>
    expect(requests[0]?.body).toEqual({
      parentSampleId: parent.id,
      count: 1,
      type: 'PLASMA',
      volume: 0.5,
      takeFromParent: true,
    }),
  )
})

test('E13 Create Children begins empty, whatever the dialog for one child held before', async () => {
  const { user, dialog, write } = await openDialog(undefined, 'Create Child with a volume')
  await write(volume, '0.5')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Create Children' }))
  const next = within(await screen.findByRole('dialog'))
  expect(next.getByLabelText(volume)).toHaveValue('')
  expect(next.queryByTitle('PLASMA')).toBeNull()
})

test('E13 from a parent without a volume nothing can be taken off', async () => {
  const { dialog, chooseType, write } = await openDialog(<ChildButtons sample={{ ...parent, volume: 0 }} />)
  await chooseType('PLASMA')
  await write(volume, '0.5')
  expect(dialog.getByRole('checkbox', { name: /^Take it off the parent, which has 0.mL$/ })).toBeDisabled()
  expect(dialog.queryByText(/left of/)).not.toBeInTheDocument()
})

/** The buttons of a parent that others empty at a press of another one. */
function EmptiedParent() {
  const [volume, setVolume] = useState(2)
  return (
    <>
      <button type="button" onClick={() => setVolume(0)}>
        Empty it
      </button>
      <ChildButtons sample={{ ...parent, volume }} />
    </>
  )
}

test('E13 what was to be taken off a parent that others have emptied since can be left on it', async () => {
  const requests = serverAnswers(samplesApi.addChild, created)
  const { user, dialog, write } = await openDialog(<EmptiedParent />, 'Create Child with a volume')
  await write(volume, '0.5')
  act(() => screen.getByText('Empty it').click())
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await dialog.findByText('NB-1 has only 0 mL left: 1 × 0.5 mL are 0.5 mL.')).toBeVisible()
  await user.click(dialog.getByRole('checkbox', { name: takeOff }))
  expect(dialog.getByRole('checkbox', { name: takeOff })).toBeDisabled()
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(requests[0]?.body).toMatchObject({ volume: 0.5 }))
  expect(requests[0]?.body).not.toHaveProperty('takeFromParent')
})

test('E13 Undo removes the children that were just created', async () => {
  serverAnswers(samplesApi.addChild, created)
  const undone = serverAnswers(samplesApi.undoAddChild, { success: true, count: 2, parent })
  const user = openScreen(<ChildButtons sample={parent} />)
  await user.click(await screen.findByRole('button', { name: 'Create Child' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('2 child samples were removed')).toBeVisible()
  expect(undone[0]?.body).toEqual({ parentSampleId: parent.id, childIds: children.map(({ id }) => id) })
})

test('E13 an Undo that is refused says who has changed what', async () => {
  serverAnswers(samplesApi.addChild, created)
  const message = 'Nothing was undone: Bo Chen has changed the volume of NB-1 since.'
  serverRefuses(samplesApi.undoAddChild, 409, { code: 'children-changed-since', message })
  const user = openScreen(<ChildButtons sample={parent} />)
  await user.click(await screen.findByRole('button', { name: 'Create Child' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('The creation could not be undone')).toBeVisible()
  expect(screen.getByText(message)).toBeVisible()
})

test('E13 the list of children shows their volumes', async () => {
  const batch = { id: aBatch().id, name: aBatch().name }
  serverAnswers(samplesApi.info, { sample: parent, batch, parent: null, children })
  openScreen(<ChildrenPanel sampleId={parent.id} />)
  expect(await screen.findAllByText('0.7 mL')).toHaveLength(2)
})

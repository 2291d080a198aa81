import { sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import { samplesApi } from '@lims/contract/samples-api.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { untilReplied } from '../../../../../test/open-requests.ts'
import { openScreen } from '../../../../../test/open-screen.tsx'
import { aBatch, aSample } from '../../../../../test/records.ts'
import { keysOf, serverAnswers, serverLosesReplies, serverRefuses } from '../../../../../test/server.ts'
import { signIn } from '../../../../../test/session-token.ts'
import { SubjectLookup } from '../subject-lookup.tsx'
import { ChildButtons } from './child-buttons.tsx'
import { ChildrenPanel } from './children-panel.tsx'

const parent = aSample()
const child = aSample({ id: crypto.randomUUID(), name: 'NB-P004-EDTA-2-DNA-1', parentSampleId: parent.id })
const batch = { id: aBatch().id, name: aBatch().name }

beforeEach(() => void signIn())

test('SAMPD-20 SAMPD-33 Create Child derives one sample of the same type at once', async () => {
  const requests = serverAnswers(samplesApi.addChild, {
    success: true,
    samples: [child],
    count: 1,
    sample: child,
  })
  const user = openScreen(<ChildButtons sample={parent} />)
  await user.click(await screen.findByRole('button', { name: 'Create Child' }))
  expect(await screen.findByText('Child sample created')).toBeVisible()
  expect(requests[0]?.body).toEqual({ parentSampleId: parent.id, count: 1, type: 'PLASMA' })
})

test('two presses of Create Child without a pause tell of one child', async () => {
  const requests = serverAnswers(samplesApi.addChild, { success: true, samples: [child], count: 1 })
  openScreen(<ChildButtons sample={parent} />)
  const button = await screen.findByRole('button', { name: 'Create Child' })
  fireEvent.click(button)
  fireEvent.click(button)
  await screen.findByText('Child sample created')
  await untilReplied()
  expect(screen.getAllByText('Child sample created')).toHaveLength(1)
  expect(requests).toHaveLength(1)
})

test('SAMPD-21 VALID-19 VALID-20 VALID-21 VALID-22 Create Children asks for quantity and type', async () => {
  const requests = serverAnswers(samplesApi.addChild, { success: true, samples: [child], count: 3 })
  const user = openScreen(<ChildButtons sample={parent} />)
  await user.click(await screen.findByRole('button', { name: 'Create Children' }))
  const dialog = within(await screen.findByRole('dialog'))
  const quantity = dialog.getByRole('spinbutton', { name: 'Quantity' })
  expect(quantity).toHaveValue('3')
  await waitFor(() => expect(quantity).toHaveFocus())

  await user.clear(quantity)
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await dialog.findByText('Please enter the quantity')).toBeVisible()
  expect(await dialog.findByText('Please select a sample type')).toBeVisible()
  await user.type(quantity, '51')
  expect(await dialog.findByText('Quantity must be between 1 and 50')).toBeVisible()

  await user.clear(quantity)
  await user.type(quantity, '2')
  await user.click(dialog.getByRole('combobox', { name: 'Sample type' }))
  await user.click(await screen.findByTitle('DNA'))
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(requests[0]?.body).toEqual({ parentSampleId: parent.id, count: 2, type: 'DNA' }))
})

test('SAMPD-21 a digit typed for the quantity takes the place of the usual one', async () => {
  const user = openScreen(<ChildButtons sample={parent} />)
  await user.click(await screen.findByRole('button', { name: 'Create Children' }))
  const quantity = await screen.findByLabelText('Quantity')
  await waitFor(() => expect(quantity).toHaveFocus())
  await user.keyboard('4')
  expect(quantity).toHaveValue('4')
})

test('SAMPD-33 of many children the notice names the first three', async () => {
  const samples = Array.from({ length: 20 }, (_, index) => ({ ...child, name: `C-${index + 1}` }))
  serverAnswers(samplesApi.addChild, { success: true, samples, count: 20 })
  const user = openScreen(<ChildButtons sample={parent} />)
  await user.click(await screen.findByRole('button', { name: 'Create Child' }))
  expect(await screen.findByText('20 child samples created')).toBeVisible()
  expect(screen.getByText('C-1, C-2, C-3 and 17 more')).toBeVisible()
})

test('a child without a reply is requested again with the same key, the next one with another', async () => {
  const lost = serverRefuses(samplesApi.addChild, 502)
  const user = openScreen(<ChildButtons sample={parent} />)
  const create = () => user.click(screen.getByText('Create Child'))
  await screen.findByText('Create Child')
  await create()
  await screen.findByText('It is not known whether this was done')

  const made = serverAnswers(samplesApi.addChild, { success: true, samples: [child], count: 1 })
  await create()
  await waitFor(() => expect(made).toHaveLength(1))
  await screen.findByText('Child sample created')
  // At once it would be the second half of a double click.
  await waitFor(
    async () => {
      await create()
      expect(made).toHaveLength(2)
    },
    { interval: 200 },
  )
  const [first, again, next] = [...lost, ...made].map(({ headers }) => headers.get('idempotency-key'))
  expect(first).not.toBeNull()
  expect(again).toBe(first)
  expect(next).not.toBe(first)
})

test('a child that a try without a reply had created is not said to be a new one', async () => {
  serverAnswers(samplesApi.info, { sample: parent, batch, parent: null, children: [child] })
  serverRefuses(samplesApi.addChild, 502)
  const user = openScreen(
    <>
      <ChildButtons sample={parent} />
      <ChildrenPanel sampleId={parent.id} />
    </>,
  )
  const create = () => user.click(screen.getByText('Create Child'))
  await screen.findByText('Children (1)')
  await create()
  await screen.findByText('It is not known whether this was done')
  serverAnswers(samplesApi.addChild, { success: true, samples: [child], count: 1 })
  await create()
  expect(await screen.findByText('Your earlier try had created this child sample')).toBeVisible()
  expect(screen.queryByText('Child sample created')).toBeNull()
})

test('a child that a try without a reply had created, and that was deleted since, is not said to be created', async () => {
  serverAnswers(samplesApi.info, { sample: parent, batch, parent: null, children: [] })
  const lost = serverLosesReplies(samplesApi.addChild)
  const user = openScreen(<ChildButtons sample={parent} />)
  const create = () => user.click(screen.getByText('Create Child'))
  await screen.findByText('Create Child')
  await create()
  await screen.findByText('It is not known whether this was done')

  serverAnswers(sampleBulkApi.chosen, { samples: [] })
  const made = serverAnswers(samplesApi.addChild, { success: true, samples: [child], count: 1 })
  await create()
  const deleted = 'Your earlier try had created it, and it was deleted since. Create again to create another.'
  expect(await screen.findByText(deleted)).toBeVisible()
  expect(screen.queryByText('Child sample created')).toBeNull()
  await create()
  expect(await screen.findByText('Child sample created')).toBeVisible()
  const [again, next] = keysOf(made)
  expect(again).toBe(keysOf(lost)[0])
  expect(next).not.toBe(again)
})

test('a child sample cannot have children', async () => {
  openScreen(<ChildButtons sample={child} />)
  expect(await screen.findByRole('button', { name: 'Create Child' })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Create Children' })).toBeDisabled()
})

test('SAMPD-15 SAMPD-31 the children stand as links, or there are none', async () => {
  let children = [child]
  serverAnswers(samplesApi.info, () => ({ sample: parent, batch, parent: null, children }))
  const { unmount } = openScreenAgain(<ChildrenPanel sampleId={parent.id} />)
  expect(await screen.findByRole('link', { name: child.name })).toHaveAttribute(
    'href',
    `/samples/${child.id}`,
  )
  unmount()
  children = []
  openScreen(<ChildrenPanel sampleId={crypto.randomUUID()} />)
  expect(await screen.findByText('No child found')).toBeVisible()
})

test('SAMPD-09 SAMPD-19 Get Subject ID asks the look-up, and Hide Subject ID puts the answer away', async () => {
  serverAnswers(samplesApi.subject, { subjectId: 'P004', siteId: 'SITE007' })
  const user = openScreen(<SubjectLookup sample={{ id: parent.id, subjectId: 'P004' }} onHide={() => {}} />)
  await user.click(await screen.findByRole('button', { name: 'Get Subject ID' }))
  expect(await screen.findByText('at SITE007')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Hide Subject ID' }))
  expect(screen.queryByText('at SITE007')).not.toBeInTheDocument()
})

test('SAMPD-10 SAMPD-30 a sample without a subject is not assigned, and the look-up finds none', async () => {
  serverAnswers(samplesApi.subject, { subjectId: null, siteId: null })
  const user = openScreen(<SubjectLookup sample={{ id: parent.id, subjectId: null }} onHide={() => {}} />)
  expect(await screen.findByText('not assigned')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Get Subject ID' }))
  expect(await screen.findByText('No subject found')).toBeVisible()
})

function openScreenAgain(element: Parameters<typeof openScreen>[0]) {
  openScreen(element)
  return { unmount: () => document.body.replaceChildren() }
}

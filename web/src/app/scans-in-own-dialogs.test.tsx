import { picksApi } from '@lims/contract/picks.ts'
import { printRunsApi } from '@lims/contract/print-runs.ts'
import { sampleBulkApi } from '@lims/contract/sample-bulk.ts'
import type { TemperatureAlarm } from '@lims/contract/temperature-alarm.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Modal } from 'antd'
import type { ReactElement, ReactNode } from 'react'
import { expect, test } from 'vitest'
import { agentAnswers, agentRuns, hostStatus, plain } from '../../test/fake-agent.ts'
import { openScreen } from '../../test/open-screen.tsx'
import { aBatch, aPrintedBefore, aSample } from '../../test/records.ts'
import { scannerKeys, typeInto } from '../../test/scanner-keys.ts'
import { serverAnswers } from '../../test/server.ts'
import { StartPanel } from '../features/printing/run/start-panel.tsx'
import { CodesDialog } from '../features/sample-selection/codes-dialog.tsx'
import { EditFieldDialog } from '../features/sample-selection/edit-field-dialog.tsx'
import { PickListDialog } from '../features/sample-selection/pick-list-dialog.tsx'
import { AcknowledgeDialog } from '../features/temperature-alarms/acknowledge-dialog.tsx'
import { ConfirmByTyping } from '../forms/confirm-by-typing.tsx'
import { useScansInDialogs } from './use-scans-in-dialogs.ts'

function Watched({ children }: { children: ReactNode }) {
  useScansInDialogs()
  return children
}

const nothing = () => {}
const alarm: TemperatureAlarm = {
  storageId: 1,
  storageAlias: 'Freezer 1',
  storagePath: 'Freezer 1',
  isStorageDeleted: false,
  kind: 'outside',
  note: '',
  beganAt: '2026-11-19T20:00:00.000Z',
  endedAt: null,
  lowestC: -60,
  highestC: -50.96,
  worstC: -50.96,
  acknowledgedAt: null,
  acknowledgedByName: null,
}
const sample = aSample()

async function scanInto(label: string, dialog: ReactElement) {
  openScreen(<Watched>{dialog}</Watched>)
  const field = await screen.findByLabelText(label)
  const scanner = typeInto(field, 'T0001230')
  return { field, isConfirmed: () => scanner.press({ key: 'Enter' }) }
}

const acknowledge = () => (
  <AcknowledgeDialog alarms={[alarm]} isOpen isWorking={false} onConfirm={nothing} onClose={nothing} />
)
const deletion = () => (
  <ConfirmByTyping
    isOpen
    title="Delete"
    warning="With all its samples"
    word="delete"
    okText="Delete"
    isWorking={false}
    isReasonRequired
    onConfirm={nothing}
    onClose={nothing}
  />
)
const pickList = () => <PickListDialog sampleIds={[sample.id]} isOpen onClose={nothing} />

test.each([
  ['an alarm', 'What was done', acknowledge],
  ['a deletion', 'Reason', deletion],
  ['a pick list', 'Name', pickList],
  ['a pick list', 'Purpose (optional)', pickList],
])('a scanned code is not what a person says of %s in %s', async (_, label, dialog) => {
  serverAnswers(picksApi.check, { numAvailable: 1, unavailable: [] })
  serverAnswers(picksApi.people, { people: [] })
  const { field, isConfirmed } = await scanInto(label, dialog())
  expect(await screen.findByText('T0001230 was not used')).toBeVisible()
  expect(field).toHaveValue('')
  expect(isConfirmed()).toBe(false)
})

test('a scanned code is no reason for a second label of each tube', async () => {
  agentRuns()
  agentAnswers('/read', plain(hostStatus()))
  serverAnswers(printRunsApi.printedBefore, aPrintedBefore(200, 200))
  const { field, isConfirmed } = await scanInto(
    'Reason',
    <Modal open footer={null}>
      <StartPanel
        source={{ batchId: aBatch().id }}
        numSamples={200}
        start={{ mutate: nothing, error: null, isPending: false }}
        onClose={nothing}
      />
    </Modal>,
  )
  expect(await screen.findByText('T0001230 was not used')).toBeVisible()
  expect(field).toHaveValue('')
  expect(isConfirmed()).toBe(false)
  await screen.findByText('Printer ready')
  expect(screen.getByRole('button', { name: 'Start Printing' })).toBeDisabled()
})

test.each(['Enter', 'Tab'])('codes that are scanned into the list stand one a line, with %s', async (end) => {
  openScreen(
    <Watched>
      <CodesDialog isOpen list="" onSelect={nothing} onClose={nothing} />
    </Watched>,
  )
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox')
  for (const code of ['T0001230', 'T0001231']) {
    const scanner = scannerKeys(field)
    for (const letter of code) scanner.character(letter)
    fireEvent.change(field, { target: { value: `${field.value}${code}` } })
    for (const key of [end, end]) expect(scanner.press({ key })).toBe(false)
  }
  expect(field).toHaveValue('T0001230\nT0001231\n')
})

test('a code scanned as the new value of a field is kept, and changes no samples before the person confirms', async () => {
  serverAnswers(sampleBulkApi.chosen, { samples: [] })
  const edited = serverAnswers(sampleBulkApi.editField, { success: true, count: 1, undo: null })
  const { field, isConfirmed } = await scanInto(
    'New value',
    <EditFieldDialog samples={[sample]} isOpen onClose={nothing} />,
  )
  await waitFor(() => expect(field).toHaveValue('T0001230'))
  expect(isConfirmed()).toBe(false)
  expect(screen.queryByText('T0001230 was not used')).toBeNull()
  expect(edited).toHaveLength(0)
  expect(scannerKeys(field, 1000).press({ key: 'Enter' })).toBe(true)
})

test('the AIM identifier that a scanner sends before a code does not become part of a new value', async () => {
  serverAnswers(sampleBulkApi.chosen, { samples: [] })
  const { field } = await scanInto(
    'New value',
    <EditFieldDialog samples={[sample]} isOpen onClose={nothing} />,
  )
  fireEvent.change(field, { target: { value: '' } })
  const scanner = scannerKeys(field, 4, 60_000)
  for (const key of ']Q1SITE007') scanner.character(key)
  fireEvent.change(field, { target: { value: ']Q1SITE007' } })
  expect(scanner.press({ key: 'Enter' })).toBe(false)
  await waitFor(() => expect(field).toHaveValue('SITE007'))
})

import { printTexts } from '@lims/contract/print-agent.ts'
import { storageLabelsApi } from '@lims/contract/storage-labels.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { agentAnswers, agentRuns, aPrinter, hostStatus, plain } from '../../../../test/fake-agent.ts'
import { openScreen } from '../../../../test/open-screen.tsx'
import { serverAnswers } from '../../../../test/server.ts'
import { aStorage } from '../../../../test/storage-records.ts'
import { StorageLabelButton } from './storage-label-button.tsx'

const storage = aStorage({ id: 12, alias: 'Box 12', type: 'BOX' })
const stock = { widthMm: 33, heightMm: 13, dpi: 300 }

beforeEach(() => {
  localStorage.clear()
  const label = { storageId: 12, alias: 'Box 12', code: 'STO0000012', labelData: '^XA^FD12^FS^XZ' }
  serverAnswers(storageLabelsApi.print, { success: true, labels: [label], stock })
})

test.each([
  ['ZDesigner ZD611-300dpi (ZPL)', printTexts.sent],
  ['Bench 2: ZD421', 'Label sent to the label printer Bench 2: ZD421'],
])('the label of a storage that was sent to %s is reported so', async (name, message) => {
  const written = agentRuns([aPrinter({ name })])
  agentAnswers('/read', plain(hostStatus()))
  const user = openScreen(<StorageLabelButton storage={storage} />)
  await user.click(await screen.findByRole('button', { name: 'Label' }))
  await user.click(await screen.findByText('Print label'))
  expect(await screen.findByText(message)).toBeVisible()
  const sent = await Promise.all(written.map((request) => request.clone().text()))
  expect(sent.filter((text) => text.includes('^FD12'))).toHaveLength(1)
})

test('a printer that stops after the labels of boxes were sent is reported, because they wait in it', async () => {
  const label = (id: number) => ({ storageId: id, alias: `Box ${id}`, code: `STO${id}`, labelData: '^XA^XZ' })
  const fetched = serverAnswers(storageLabelsApi.print, {
    success: true,
    labels: [label(13), label(14)],
    stock,
  })
  agentRuns()
  agentAnswers('/read', () => plain(hostStatus(...(fetched.length > 0 ? [[0, 1] as const] : [])))())
  const user = openScreen(<StorageLabelButton storage={aStorage({ id: 3, type: 'RACK' })} />)
  await user.click(await screen.findByRole('button', { name: 'Label' }))
  await user.click(await screen.findByText('Print labels of all boxes inside'))
  expect(await screen.findByText('The labels are waiting in the printer')).toBeVisible()
  expect(screen.getByText(/^The printer is out of labels\. Load a roll/)).toBeVisible()
})

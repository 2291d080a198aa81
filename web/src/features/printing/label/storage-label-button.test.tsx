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

import { expect, test } from 'vitest'
import { play, type Script } from './script.ts'

const script: Script = [
  { text: 'insert batch', values: ['Bench 1', 5], id: 'batch-1' },
  { text: 'insert samples', values: ['batch-1', 'EDTA'] },
  { text: 'insert audit', values: ['{"name":"Bench 1"}', 'batch-1'] },
]

test('statements are sent again with the own name, and with the id that the database made this time', async () => {
  const sent: unknown[][] = []
  const query = async (text: string, values: unknown[]) => {
    sent.push([text, ...values])
    return { rows: text === 'insert batch' ? [{ id: 'batch-2' }] : [] }
  }

  await play(script, query, [['Bench 1', 'Bench 2']])

  expect(sent).toEqual([
    ['insert batch', 'Bench 2', 5],
    ['insert samples', 'batch-2', 'EDTA'],
    ['insert audit', '{"name":"Bench 2"}', 'batch-2'],
  ])
})

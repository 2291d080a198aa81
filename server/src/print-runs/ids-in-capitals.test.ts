import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()

test('the end of a print run is in the history of its samples, also for a client that writes ids in capitals', async () => {
  const { id } = await lab.addSample()
  const { run } = (await lab.post('/print-runs/start', { sampleIds: [id.toUpperCase()] })).json()
  const finished = await lab.post('/print-runs/finish', { runId: run.id.toUpperCase() })
  expect(finished.statusCode, finished.body).toBe(200)
  const history = await lab.get('/audit/history', { entityType: 'sample', entityId: id.toUpperCase() })
  const events: { action: string }[] = history.json().events
  expect(events.map(({ action }) => action)).toContain('print-run.end')
})

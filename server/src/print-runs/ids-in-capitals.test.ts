import { expect, test } from 'vitest'
import { openLab } from '../../test/lab.ts'
import { ok } from '../../test/ok.ts'

const lab = await openLab()

test('the end of a print run is in the history of its samples, also for a client that writes ids in capitals', async () => {
  const { id } = await lab.addSample()
  const { run } = (await lab.post('/print-runs/start', { sampleIds: [id.toUpperCase()] })).json()
  await ok(lab.post('/print-runs/finish', { runId: run.id.toUpperCase() }))
  const history = await lab.get('/audit/history', { entityType: 'sample', entityId: id.toUpperCase() })
  const events: { action: string }[] = history.json().events
  expect(events.map(({ action }) => action)).toContain('print-run.end')
})

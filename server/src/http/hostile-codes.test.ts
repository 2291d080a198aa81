import { storageCode } from '@lims/contract/storage-code.ts'
import { expect, test } from 'vitest'
import { countedFreezer } from '../../test/counted-freezer.ts'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const freezer = countedFreezer(lab)

test.each(['STO2147483648', 'STO9999999999'])(
  '%s, which no storage can have, is refused with a sentence by every call that takes codes',
  async (code) => {
    const { samples, rack, box1 } = await freezer.build(1)
    const list = { name: 'P', sampleIds: [samples[0]?.id] }
    const pickListId = (await lab.post('/picks/create', list)).json().pickList.id
    const target = await freezer.addStorage('Rack B', 'RACK')
    const plan = { goal: 'evacuate', storageIds: [rack], targetIds: [target] }
    const moveId = (await lab.post('/moves/start', plan)).json().move.id
    const readings = [{ at: '2026-11-20T08:00:00Z', celsius: -80 }]
    for (const [path, body] of [
      ['/picks/pick', { pickListId, code }],
      ['/moves/pick-up', { moveId, boxCode: code }],
      ['/moves/confirm', { moveId, boxCode: storageCode(box1), targetCode: code }],
      ['/temperatures/post', { storage: code, readings }],
      ['/custody/check-out', { identifiers: [code], purpose: 'ELISA' }],
    ] as const) {
      const reply = await lab.post(path, body)
      expect(reply.statusCode, `${path} ${reply.body}`).toBeLessThan(500)
      expect(reply.json().message).toContain(code)
    }
  },
)

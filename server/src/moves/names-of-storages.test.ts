import { storageCode } from '@lims/contract/storage-code.ts'
import { expect, test } from 'vitest'
import { countedFreezer } from '../../test/counted-freezer.ts'
import { openLab } from '../../test/lab.ts'

const lab = await openLab()
const { post, addStorage } = countedFreezer(lab)

// JavaScript writes a sigma at the end of a word in another way than PostgreSQL.
test.each(['ΣΑΣ', 'İzmir', 'Kühlschrank Ü'])(
  'a storage called %s is found by its own name',
  async (alias) => {
    const freezer = await addStorage('Freezer', 'FREEZER')
    const [rack, target] = [
      await addStorage('Rack', 'RACK', { parentID: freezer }),
      await addStorage(alias, 'RACK', { parentID: freezer }),
    ]
    const box = await addStorage('Box', 'BOX', { parentID: rack })
    const readings = [{ at: '2026-11-20T08:00:00Z', celsius: -80 }]
    expect(await post('/temperatures/post', { storage: alias, readings })).toMatchObject({
      storageId: target,
    })

    const plan = { goal: 'evacuate', storageIds: [rack], targetIds: [target] }
    const moveId = (await lab.post('/moves/start', plan)).json().move.id
    await post('/moves/confirm', { moveId, boxCode: storageCode(box), targetCode: `Freezer › ${alias}` })
  },
)

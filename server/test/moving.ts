import type { MoveDetails, MovePlan, MoveStep } from '@lims/contract/moves.ts'
import { addFreezer, type FilledFreezer } from './freezers.ts'
import type { Lab } from './lab.ts'
import { ok } from './ok.ts'

export type StepReply = { step: MoveStep; moved: number; boxes: number }
type Replied = { statusCode: number; body: string; json: () => unknown }

export const evacuation = ({ id }: FilledFreezer, more: object = {}) => ({
  goal: 'evacuate',
  storageIds: [id],
  ...more,
})

/** The calls of moves, as a test makes them. */
export function moving(lab: Lab) {
  const confirm = (moveId: string, boxCode: string, targetCode: string, token?: string) =>
    lab.post('/moves/confirm', { moveId, boxCode, targetCode }, token)
  return {
    confirm,
    plan: async (body: object) => (await ok<{ plan: MovePlan }>(lab.post('/moves/plan', body))).plan,
    start: async (body: object) => (await ok<{ move: MoveDetails }>(lab.post('/moves/start', body))).move,
    get: async (id: string) => (await ok<{ move: MoveDetails }>(lab.get('/moves/get', { id }))).move,
    pickUp: (moveId: string, boxCode: string, token?: string) =>
      lab.post('/moves/pick-up', { moveId, boxCode }, token),
    confirmStep: ({ id }: MoveDetails, { boxCode, to }: MoveStep, token?: string) =>
      ok<StepReply>(confirm(id, boxCode, to?.code ?? '', token)),
    undoStep: (moveId: string, token?: string) => lab.post('/moves/undo-step', { moveId }, token),
    undoMove: (moveId: string, token?: string) => lab.post('/moves/undo', { moveId }, token),
    message: async (reply: Promise<Replied>) => ((await reply).json() as { message: string }).message,
    parentOf: async (boxId: number) =>
      (await lab.get('/storage/get', { id: String(boxId) })).json().storage as {
        parentID: number
        parentAlias: string
        position: string
      },
    /** Freezer 1 with one rack full of boxes of 25 cells, five tubes in each: few enough to be merged. */
    rackOfBoxes: (boxes: number) =>
      addFreezer(lab, {
        name: 'Freezer 1',
        racks: 1,
        rackSize: [1, boxes],
        boxesPerRack: boxes,
        boxSize: [5, 5],
        tubesPerBox: 5,
      }),
    /** Freezer 1 with two racks of three boxes; Freezer 2 with two empty racks. */
    twoFreezers: async (more: { tubesPerBox?: number } = {}) => {
      const size = { racks: 2, rackSize: [2, 3] as [number, number] }
      const dead = await addFreezer(lab, {
        name: 'Freezer 1',
        ...size,
        boxesPerRack: 3,
        tubesPerBox: 2,
        ...more,
      })
      const other = await addFreezer(lab, { name: 'Freezer 2', ...size, boxesPerRack: 0 })
      return { dead, other }
    },
  }
}

import type {
  StockTake,
  StockTakeBox,
  StockTakeDifference,
  StockTakeScan,
} from '@lims/contract/stock-takes.ts'
import type { Lab } from './lab.ts'
import { ok } from './ok.ts'

/** Builds freezers with tubes and counts them through the API. */
export function countedFreezer(lab: Lab) {
  const post = <R = Record<string, unknown>>(path: string, body: object, token?: string) =>
    ok<R>(lab.post(path, body, token))

  const addStorage = async (alias: string, type: string, more: object = {}): Promise<number> => {
    const reply = await post<{ storage: { id: number } }>('/storage/add', {
      alias,
      type,
      numberRows: 4,
      numberColumns: 4,
      ...more,
    })
    return reply.storage.id
  }
  const addTube = async (name: string) => lab.addSample({ name })
  const place = (sampleId: string, storageId: number, location: string, token?: string) =>
    post('/samples/arrange', { moves: [{ sampleId, storageId, ...cell(location) }] }, token)
  const takeOut = (sampleId: string) => post('/samples/arrange', { moves: [{ sampleId, storageId: 0 }] })

  return {
    post,
    addStorage,
    addTube,
    place,
    takeOut,
    /** A freezer of two boxes with `tubes` tubes in the first. */
    build: async (tubes: number, name = 'Freezer 1') => {
      const freezer = await addStorage(name, 'FREEZER')
      const rack = await addStorage('Rack A', 'RACK', { parentID: freezer })
      const box1 = await addStorage('Box 1', 'BOX', { parentID: rack })
      const box2 = await addStorage('Box 2', 'BOX', { parentID: rack })
      const samples = []
      for (let index = 0; index < tubes; index += 1) {
        const sample = await addTube(`NB-${index + 1}`)
        await place(sample.id, box1, labels[index] ?? '')
        samples.push(sample)
      }
      return { freezer, rack, box1, box2, samples }
    },
    start: async (storageId: number, token?: string): Promise<StockTake> =>
      (await post<{ stockTake: StockTake }>('/stock-takes/start', { storageId }, token)).stockTake,
    scan: async (
      stockTakeId: string,
      storageId: number,
      code: string,
      more: object = {},
      token?: string,
    ): Promise<StockTakeScan> =>
      (
        await post<{ scan: StockTakeScan }>(
          '/stock-takes/scan',
          { stockTakeId, storageId, code, ...more },
          token,
        )
      ).scan,
    finish: async (stockTakeId: string, storageId: number): Promise<number> =>
      Number((await post('/stock-takes/finish-box', { stockTakeId, storageId })).missing),
    read: (id: string) =>
      ok<{ stockTake: StockTake; boxes: StockTakeBox[] }>(lab.get('/stock-takes/get', { id })),
    differences: async (id: string): Promise<StockTakeDifference[]> =>
      (
        await ok<{ differences: StockTakeDifference[] }>(
          lab.get('/stock-takes/differences', { id, pageSize: '1000' }),
        )
      ).differences,
    apply: (id: string, accept: object, more: object = {}) =>
      post<{ applied: number; changedSince: number; closedAt: string }>('/stock-takes/apply', {
        id,
        accept,
        ...more,
      }),
    /** Where a tube is, 'Box 1 A1', or 'nowhere', and its custody. */
    stateOf: async (sampleId: string): Promise<string> => {
      const row = await lab.db
        .selectFrom('sample')
        .leftJoin('placement', 'placement.sample_id', 'sample.id')
        .leftJoin('storage', 'storage.id', 'placement.storage_id')
        .select(['custody', 'storage.alias', 'row_coordinate', 'column_coordinate'])
        .where('sample.id', '=', sampleId)
        .executeTakeFirstOrThrow()
      const { alias, row_coordinate, column_coordinate, custody } = row
      const at = alias ? `${alias} ${labelOf(row_coordinate ?? 0, column_coordinate ?? 0)}` : 'nowhere'
      return `${at} ${custody}`
    },
  }
}

const labelOf = (row: number, column: number) => `${String.fromCharCode(64 + column)}${row}`
/** A1, B1 … D4: the cells of a box of 4 × 4, row by row. */
export const labels = Array.from({ length: 16 }, (_, index) =>
  labelOf(Math.floor(index / 4) + 1, (index % 4) + 1),
)

function cell(location: string) {
  return {
    rowCoordinate: Number(location.slice(1)),
    columnCoordinate: location.charCodeAt(0) - 64,
  }
}

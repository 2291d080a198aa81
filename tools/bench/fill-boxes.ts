import { api } from '@lims/contract/api.ts'
import { buildRequest } from './calls.ts'
import type { HttpCaller } from './http-caller.ts'
import type { Stock } from './stock.ts'

const side = 50
const cellsPerBox = side * side
/** Filled in turn: writers of one box wait for each other. */
const boxesInTurn = 4
/** The calls and ten minutes of mixed load need some 10,100 cells. */
const emptyBoxes = 2 * boxesInTurn

/** A full box, with samples that were stored elsewhere, and cells in empty ones. */
export async function fillBoxes(
  call: HttpCaller['call'],
  samples: readonly string[],
): Promise<Pick<Stock, 'stored' | 'fullBox' | 'nextCell'>> {
  const boxes: number[] = []
  while (boxes.length <= emptyBoxes) boxes.push(await addBox(call, boxes.length))
  const [full = 0, ...empty] = boxes
  const inFullBox = samples.slice(0, cellsPerBox)
  for (let from = 0; from < inFullBox.length; from += 500) {
    const moves = inFullBox
      .slice(from, from + 500)
      .map((sampleId, index) => ({ sampleId, storageId: full, ...coordinates(from + index) }))
    await call(buildRequest(api.locations.arrange, { body: { moves } }))
  }
  let given = 0
  return {
    stored: samples.slice(cellsPerBox),
    fullBox: String(full),
    nextCell: () => {
      const cellsInTurn = boxesInTurn * cellsPerBox
      const box = empty[(given % boxesInTurn) + boxesInTurn * Math.floor(given / cellsInTurn)]
      if (box === undefined) throw new Error('No cell is left: reduce --rounds or --mixed-seconds')
      const { rowCoordinate, columnCoordinate } = coordinates(Math.floor((given % cellsInTurn) / boxesInTurn))
      given += 1
      return { box: String(box), row: String(rowCoordinate), column: String(columnCoordinate) }
    },
  }
}

/** From the last row backwards, beginning where no row and column are alike. */
const coordinates = (index: number) => ({
  rowCoordinate: side - Math.floor(index / side),
  columnCoordinate: ((side - 2 - (index % side) + side) % side) + 1,
})

/** Reads no more of the reply than the id: that of an earlier commit may lack members. */
async function addBox(call: HttpCaller['call'], number: number): Promise<number> {
  const body = { alias: `Bench box ${number}`, type: 'BOX', numberRows: side, numberColumns: side }
  const reply = JSON.parse(await call(buildRequest(api.storage.add, { body }))) as { storage: { id: number } }
  return reply.storage.id
}

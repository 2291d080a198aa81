import { type Cell, cellKey } from '@lims/contract/positions.ts'
import { expect, test } from 'vitest'
import { aStorage, aStoredBox, aStoredTube } from '../../../../test/storage-records.ts'
import { type GridModel, gridModel } from '../grid/grid-model.ts'
import {
  draggedTubes,
  type EditorAction,
  type EditorState,
  editorReducer,
  initialState,
  isSameStorageCell,
  type StorageCell,
} from './editor-state.ts'
import { pickTubes } from './picked-tubes.ts'
import { selectAllTubes, toggleCell } from './selection.ts'

const a1 = { row: 1, column: 1 }
const b1 = { row: 1, column: 2 }
const c3 = { row: 3, column: 3 }
const at = (cell: Cell, storageId = 3): StorageCell => ({ storageId, cell })

/** Box 3: tubes in A1 and B1, a smaller box in A2; C3 is empty. */
const model: GridModel = gridModel(aStorage({ id: 3, numberRows: 3, numberColumns: 3 }), [
  aStoredTube({ contentId: 'tube-a1', contentAlias: 'A1', ...coordinates(a1) }),
  aStoredTube({ contentId: 'tube-b1', contentAlias: 'B1', ...coordinates(b1) }),
  aStoredBox(coordinates({ row: 2, column: 1 })),
])
function coordinates({ row, column }: Cell) {
  return { rowCoordinate: row, columnCoordinate: column }
}

const tubes = (...cells: Cell[]) => pickTubes(model, cells.map(cellKey))
const bothCut: Partial<EditorState> = { cut: tubes(a1, b1), target: at(a1) }
const mouse = { id: 1, type: 'mouse', point: { x: 10, y: 10 }, isPlain: true }
const press = (cell: Cell, pointer: Partial<typeof mouse> = {}): EditorAction => ({
  type: 'pointer-pressed',
  model,
  cell,
  pointer: { ...mouse, ...pointer },
})
const moveTo = (x: number, over: StorageCell | undefined): EditorAction => ({
  type: 'pointer-moved',
  point: { x, y: 10 },
  over,
})

const after = (before: Partial<EditorState>, ...actions: EditorAction[]): EditorState =>
  actions.reduce(editorReducer, { ...initialState, ...before })

/** The parts of the state that matter, in short: tubes by their IDs, cells by their keys. */
function summary(state: EditorState) {
  const { selection, isChoosing, cut, target, drag } = state
  const names = (picked: typeof cut) => picked?.tubes.map(({ alias }) => alias).join(' ')
  return {
    ...(selection && { selected: [...selection.tubes.keys()].join(' ') }),
    ...(isChoosing && { isChoosing }),
    ...(cut && { cut: names(cut) }),
    ...(drag && !drag.isMoving && { pressed: names(drag.tubes) }),
    ...(draggedTubes(state) && { dragged: names(draggedTubes(state)) }),
    ...(target && { target: cellKey(target.cell) }),
  }
}

const toggle = (cell: Cell): EditorAction => ({ type: 'cell-toggled', model, cell })
const cut = (cell: Cell): EditorAction => ({ type: 'tubes-cut', model, cell })
const moved = (...cells: Cell[]): EditorAction => {
  const picked = tubes(...cells)
  if (!picked) throw new Error('no tube in these cells')
  return { type: 'move-ended', tubes: picked }
}
const allSelected = { selection: selectAllTubes(model) }

test.each<[string, Partial<EditorState>, EditorAction[], object]>([
  ['focus without cut tubes sets no target', {}, [{ type: 'cell-focused', at: at(c3) }], {}],
  [
    'cut tubes follow the focus',
    bothCut,
    [{ type: 'cell-focused', at: at(c3) }],
    { cut: 'A1 B1', target: '3,3' },
  ],
  [
    'cut tubes follow the mouse',
    bothCut,
    [{ type: 'cell-hovered', at: at(c3) }],
    { cut: 'A1 B1', target: '3,3' },
  ],
  ['the mouse over a cell does nothing without cut tubes', {}, [{ type: 'cell-hovered', at: at(c3) }], {}],
  ['two tubes are selected', {}, [toggle(a1), toggle(b1)], { selected: '1,1 1,2' }],
  ['a selected tube is deselected', {}, [toggle(a1), toggle(a1)], { selected: '' }],
  ['an empty cell is not selected', {}, [toggle(c3)], { selected: '' }],
  [
    'a range starts where the last one ended',
    {},
    [toggle(a1), { type: 'selection-extended', model, to: c3 }],
    { selected: '1,1 1,2' },
  ],
  [
    'the first range starts at its own cell',
    {},
    [{ type: 'selection-extended', model, to: b1 }],
    { selected: '1,2' },
  ],
  ['all tubes are selected, but not the box', {}, [{ type: 'all-selected', model }], { selected: '1,1 1,2' }],
  [
    'a selected cell cuts the selection',
    allSelected,
    [cut(b1)],
    { selected: '1,1 1,2', cut: 'A1 B1', target: '1,2' },
  ],
  [
    'a cell outside the selection cuts its own tube',
    { selection: toggleCell(undefined, model, a1) },
    [cut(b1)],
    { selected: '1,1', cut: 'B1', target: '1,2' },
  ],
  ['an empty cell cuts nothing and cancels the move', bothCut, [cut(c3)], {}],
  ['clearing cancels the move and the selection', { ...bothCut, ...allSelected }, [{ type: 'cleared' }], {}],
  ['a move that ends cancels itself and the selection', { ...bothCut, ...allSelected }, [moved(a1, b1)], {}],
  [
    'tubes that were cut while others moved stay cut, and selected',
    { ...bothCut, ...allSelected },
    [moved(a1)],
    { selected: '1,2', cut: 'B1', target: '1,1' },
  ],
  [
    'tubes that were selected while others moved stay selected',
    { selection: toggleCell(undefined, model, b1) },
    [moved(a1)],
    { selected: '1,2' },
  ],
  [
    'tubes that were chosen by taps while others moved stay chosen, without the moved ones',
    { ...allSelected, isChoosing: true },
    [moved(a1)],
    { selected: '1,2', isChoosing: true },
  ],
  [
    'tubes that are selected, or cut, in their new cells before their move ends stay so',
    {
      selection: { storageId: 3, tubes: new Map([[cellKey(c3), 'tube-a1']]), anchor: c3, end: c3 },
      cut: { storageId: 4, storageAlias: 'Box 04', tubes: tubes(a1)?.tubes ?? [], anchor: a1 },
      target: at(a1, 4),
    },
    [moved(a1)],
    { selected: '3,3', cut: 'A1', target: '1,1' },
  ],
  [
    'a drag goes on when another move ends',
    {},
    [press(b1), moveTo(90, at(c3)), moved(a1)],
    { dragged: 'B1', target: '3,3' },
  ],
  ['a move that ends keeps an empty choice', { isChoosing: true }, [moved(a1)], { isChoosing: true }],
  [
    'a move of all that was chosen ends the choice',
    { ...allSelected, isChoosing: true },
    [moved(a1, b1)],
    {},
  ],
  ['a press alone drags nothing', {}, [press(a1)], { pressed: 'A1' }],
  ['a press on an empty cell starts no drag', {}, [press(c3), moveTo(50, at(a1))], {}],
  ['a drag starts after 6 pixels', {}, [press(a1), moveTo(15, at(a1))], { pressed: 'A1' }],
  [
    'a drag has the cell under the pointer as its target',
    {},
    [press(a1), moveTo(16, at(c3))],
    { dragged: 'A1', target: '3,3' },
  ],
  [
    'a drag that has started may return',
    {},
    [press(a1), moveTo(90, at(c3)), moveTo(11, at(a1))],
    { dragged: 'A1', target: '1,1' },
  ],
  [
    'outside the grids a drag has no target',
    {},
    [press(a1), moveTo(90, at(c3)), moveTo(900, undefined)],
    { dragged: 'A1' },
  ],
  [
    'a drag takes the whole selection',
    allSelected,
    [press(b1), moveTo(90, at(c3))],
    { selected: '1,1 1,2', dragged: 'A1 B1', target: '3,3' },
  ],
  ['a released drag is over', {}, [press(a1), moveTo(90, at(c3)), { type: 'drag-ended' }], {}],
  [
    'a press ends the drag whose release was missed',
    {},
    [press(a1), moveTo(90, at(c3)), press(b1)],
    { pressed: 'B1' },
  ],
  ['a finger starts no drag', {}, [press(a1, { type: 'touch' }), moveTo(90, at(c3))], {}],
  [
    'a hand beside the pen does not end the drag',
    {},
    [press(a1, { type: 'pen' }), moveTo(90, at(c3)), press(b1, { type: 'touch', id: 2 })],
    { dragged: 'A1', target: '3,3' },
  ],
  [
    'another button or a modifier key starts no drag',
    {},
    [press(a1, { isPlain: false }), moveTo(90, at(c3))],
    {},
  ],
  [
    'while tubes are cut nothing is dragged',
    bothCut,
    [press(a1), moveTo(90, at(c3))],
    { cut: 'A1 B1', target: '1,1' },
  ],
])('%s', (_, before, actions, expected) => {
  expect(summary(after(before, ...actions))).toEqual(expected)
})

test('the pressed cell is the anchor of a drag, the first tube that of a cut', () => {
  expect(after(allSelected, press(b1)).drag?.tubes.anchor).toEqual(b1)
  expect(after(allSelected, cut(b1)).cut?.anchor).toEqual(a1)
})

test('the first tap on a cell aims the cut tubes, only the second finds them aimed there', () => {
  const tap: EditorAction[] = [press(c3, { type: 'touch' }), { type: 'cell-focused', at: at(c3) }]
  expect(isSameStorageCell(after(bothCut, ...tap).targetAtPress, at(c3))).toBe(false)
  expect(isSameStorageCell(after(bothCut, ...tap, ...tap).targetAtPress, at(c3))).toBe(true)
})

test('the dialog keeps the content of its cell while it closes', () => {
  const opened = after({}, { type: 'cell-opened', model, cell: a1 })
  expect(opened).toMatchObject({
    isDialogOpen: true,
    openedCell: { cell: a1, content: { contentId: 'tube-a1' } },
  })
  expect(editorReducer(opened, { type: 'dialog-closed' })).toEqual({ ...opened, isDialogOpen: false })
})

test('an action that changes nothing returns the same state, so that nothing is rendered', () => {
  const dragging = after({}, press(a1), moveTo(90, at(c3)))
  expect(editorReducer(dragging, moveTo(91, at(c3)))).toBe(dragging)
  expect(editorReducer(initialState, { type: 'cell-hovered', at: at(a1) })).toBe(initialState)
  expect(editorReducer(initialState, { type: 'drag-ended' })).toBe(initialState)
})

test('the same cell of another storage is another cell', () => {
  expect(isSameStorageCell(at(a1), at(a1))).toBe(true)
  expect(isSameStorageCell(at(a1), at(a1, 4))).toBe(false)
  expect(isSameStorageCell(undefined, undefined)).toBe(true)
})

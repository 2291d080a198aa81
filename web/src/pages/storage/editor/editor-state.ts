import { type Cell, cellKey } from '@lims/contract/positions.ts'
import type { OpenedCell } from '../fill/cell-dialogs.tsx'
import { contentAt, type GridModel } from '../grid/grid-model.ts'
import { type PickedTubes, pickTubes, withoutTubes } from './picked-tubes.ts'
import type { Pattern } from './plan-move.ts'
import {
  extendSelection,
  type Selection,
  selectAllTubes,
  selectedCells,
  toggleCell,
  withoutSelected,
} from './selection.ts'

/** A cell of one of the open storages. */
export type StorageCell = { storageId: number; cell: Cell }

type Point = { x: number; y: number }

/** A pressed pointer, from its press to its release. It drags once it has moved far enough. */
type Drag = { pointerId: number; start: Point; tubes: PickedTubes; isMoving: boolean }

export type EditorState = {
  /** The cell that last had the keyboard focus. */
  focus: StorageCell | undefined
  selection: Selection | undefined
  /** Whether a tap selects a tube instead of opening it. */
  isChoosing: boolean
  /** Tubes that are cut and not pasted yet. */
  cut: PickedTubes | undefined
  drag: Drag | undefined
  /** The cell that the anchor of the cut or dragged tubes would be moved to. */
  target: StorageCell | undefined
  /** The target when the pointer was last pressed: a tap aims first, and only a second tap there pastes. */
  targetAtPress: StorageCell | undefined
  pattern: Pattern
  /** The cell whose dialog is open, or was: a dialog keeps its text while it closes. */
  openedCell: OpenedCell | undefined
  isDialogOpen: boolean
}

export const initialState: EditorState = {
  focus: undefined,
  selection: undefined,
  isChoosing: false,
  cut: undefined,
  drag: undefined,
  target: undefined,
  targetAtPress: undefined,
  pattern: 'keep',
  openedCell: undefined,
  isDialogOpen: false,
}

type InGrid = { model: GridModel; cell: Cell }

export type EditorAction =
  | { type: 'cell-focused'; at: StorageCell }
  | { type: 'cell-hovered'; at: StorageCell }
  | ({ type: 'cell-toggled' } & InGrid)
  | { type: 'choosing-started' }
  /** A tap, or a long press, which also starts choosing. */
  | ({ type: 'cell-chosen' } & InGrid)
  /** Without `from`, the range starts where the last one in this storage ended. */
  | { type: 'selection-extended'; model: GridModel; from?: Cell; to: Cell }
  | { type: 'all-selected'; model: GridModel }
  | ({ type: 'tubes-cut' } & InGrid)
  | { type: 'selection-cut'; model: GridModel }
  | { type: 'pattern-chosen'; pattern: Pattern }
  | ({ type: 'pointer-pressed'; pointer: Pointer } & InGrid)
  | { type: 'pointer-moved'; point: Point; over: StorageCell | undefined }
  | { type: 'drag-ended' }
  | ({ type: 'cell-opened' } & InGrid)
  | { type: 'dialog-closed' }
  /** The tubes have left their cells, or the server has refused to move them. */
  | { type: 'move-ended'; tubes: PickedTubes }
  | { type: 'cleared' }

type Pointer = {
  id: number
  type: string
  point: Point
  /** The main button without a modifier key. */
  isPlain: boolean
}

/** Minimum pointer travel before a drag starts. */
const minDragPx = 6

export function editorReducer(state: EditorState, action: EditorAction): EditorState {
  const { selection, cut, drag, target } = state
  switch (action.type) {
    case 'cell-focused':
      return { ...state, focus: action.at, target: cut ? action.at : target }
    case 'cell-hovered':
      return cut && !isSameStorageCell(target, action.at) ? { ...state, target: action.at } : state
    case 'cell-toggled':
      return { ...state, selection: toggleCell(selection, action.model, action.cell) }
    case 'choosing-started':
      return { ...state, isChoosing: true, selection: undefined }
    case 'cell-chosen': {
      const { model, cell } = action
      // An empty cell is passed over: it would only move the start of a range.
      if (!contentAt(model, cell)?.sample) return state
      return { ...state, isChoosing: true, selection: toggleCell(selection, model, cell) }
    }
    case 'selection-extended': {
      const lastEnd = selection?.storageId === action.model.storage.id ? selection.end : undefined
      const from = action.from ?? lastEnd ?? action.to
      return { ...state, selection: extendSelection(selection, action.model, from, action.to) }
    }
    case 'all-selected':
      return { ...state, selection: selectAllTubes(action.model) }
    case 'tubes-cut': {
      const { model, cell } = action
      const tubes = tubesAt(selection, model, cell)
      return { ...state, cut: tubes, target: tubes && { storageId: model.storage.id, cell } }
    }
    case 'selection-cut': {
      const tubes = pickTubes(action.model, selectedCells(selection, action.model))
      return { ...state, cut: tubes, target: tubes && { storageId: tubes.storageId, cell: tubes.anchor } }
    }
    case 'pattern-chosen':
      return { ...state, pattern: action.pattern }
    case 'pointer-pressed':
      return pressed(state, action)
    case 'pointer-moved': {
      const { point, over } = action
      if (!drag) return state
      const isMoving =
        drag.isMoving || Math.hypot(point.x - drag.start.x, point.y - drag.start.y) >= minDragPx
      if (!isMoving || (drag.isMoving && isSameStorageCell(target, over))) return state
      return { ...state, drag: { ...drag, isMoving }, target: over }
    }
    case 'drag-ended':
      return withoutDrag(state)
    case 'cell-opened': {
      const { model, cell } = action
      return { ...state, openedCell: { model, cell, content: contentAt(model, cell) }, isDialogOpen: true }
    }
    case 'dialog-closed':
      return { ...state, isDialogOpen: false }
    case 'move-ended': {
      const stillCut = withoutTubes(cut, action.tubes)
      const left = withoutSelected(selection, action.tubes)
      // Tubes may be selected, or dragged, while others move.
      const wasAllMoved = selection !== undefined && selection.tubes.size > 0 && !left
      return {
        ...state,
        selection: left,
        isChoosing: state.isChoosing && !wasAllMoved,
        cut: stillCut,
        target: stillCut || drag?.isMoving ? target : undefined,
      }
    }
    case 'cleared':
      return cleared(state)
  }
}

const cleared = (state: EditorState): EditorState => ({
  ...state,
  selection: undefined,
  isChoosing: false,
  cut: undefined,
  target: undefined,
})

function pressed(
  state: EditorState,
  { model, cell, pointer }: Extract<EditorAction, { type: 'pointer-pressed' }>,
): EditorState {
  const next = { ...state, targetAtPress: state.target }
  // A finger scrolls and never drags. It may also be the hand beside a pen, so it ends no drag either.
  if (pointer.type === 'touch') return next
  const tubes = pointer.isPlain && !state.cut ? tubesAt(state.selection, model, cell, cell) : undefined
  const start = tubes && { pointerId: pointer.id, start: pointer.point, tubes, isMoving: false }
  // The release of an earlier drag may have been missed. That drag is over now.
  return { ...withoutDrag(next), drag: start }
}

const withoutDrag = (state: EditorState): EditorState =>
  state.drag ? { ...state, drag: undefined, target: state.drag.isMoving ? undefined : state.target } : state

/** The selected tubes if the cell is one of them, otherwise the tube of the cell alone. */
function tubesAt(selection: Selection | undefined, model: GridModel, cell: Cell, anchor?: Cell) {
  const selected = selectedCells(selection, model)
  return pickTubes(model, selected.has(cellKey(cell)) ? selected : [cellKey(cell)], anchor)
}

export const draggedTubes = ({ drag }: EditorState): PickedTubes | undefined =>
  drag?.isMoving ? drag.tubes : undefined

export const isSameStorageCell = (one: StorageCell | undefined, other: StorageCell | undefined): boolean =>
  one?.storageId === other?.storageId && (one && cellKey(one.cell)) === (other && cellKey(other.cell))

import type { Cell } from '@lims/contract/positions.ts'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import { handlerOf, type KeyOf } from '../../../ui/shortcut.ts'
import type { GridLayer } from '../grid/grid-layers.ts'
import { type GridModel, keyOf } from '../grid/grid-model.ts'
import type { editorKeys } from './editor-keys.ts'
import { type PickedTubes, pickUp } from './picked-tubes.ts'
import { leavingLayer, planLayer } from './plan-move.ts'
import { extendSelection, type Selection, selectAllTubes, selectionLayer, toggleCell } from './selection.ts'
import { useMoving } from './use-moving.ts'
import type { Point } from './use-tube-drag.ts'

const isSame = (one: Point | undefined, other: Point) =>
  one?.storageId === other.storageId && keyOf(one.cell) === keyOf(other.cell)

type Action = (() => unknown) | undefined

type Given = {
  /** The grids that are open, by storage. */
  models: ReadonlyMap<number, GridModel>
  onOpen: (model: GridModel, cell: Cell) => void
}

/** What a person does on one or two open grids: looks, chooses tubes, carries them from cell to cell. */
export function useEditor({ models, onOpen }: Given) {
  const [focus, setFocus] = useState<Point>()
  const [chosen, setChosen] = useState<Selection>()
  const move = useMoving(models, () => setChosen(undefined))
  const { moving, carried, plan, letGo, setDown } = move

  /** The chosen tubes when the cell is one of them, otherwise the tube of the cell alone. */
  function tubesAt(model: GridModel, cell: Cell, anchor?: Cell): PickedTubes | undefined {
    const isChosen = chosen?.storageId === model.storage.id && chosen.keys.has(keyOf(cell))
    return pickUp(model, isChosen ? chosen.keys : [keyOf(cell)], anchor)
  }

  const cut = (model: GridModel, cell: Cell) =>
    move.pickUp(tubesAt(model, cell), { storageId: model.storage.id, cell })

  const actionsAt = (model: GridModel, at: Point): Record<KeyOf<typeof editorKeys>, Action> => ({
    enter: () => (carried ? setDown(carried, at) : onOpen(model, at.cell)),
    ' ': () => setChosen(toggleCell(chosen, model, at.cell)),
    escape: letGo,
    'ctrl x': () => cut(model, at.cell),
    'ctrl v': carried && (() => setDown(carried, at)),
    'ctrl a': () => setChosen(selectAllTubes(model)),
  })

  return {
    focus,
    chosen,
    carried,
    dragged: move.drag.dragged,
    plan,
    pattern: move.pattern,
    setPattern: move.setPattern,
    isSaving: move.arrange.isPending,
    arrange: move.arrange,
    cut,
    letGo,
    pasteAtFocus: () => carried && focus && setDown(carried, focus),
    layersOf: (model: GridModel): GridLayer[] => {
      const { id } = model.storage
      return [
        ...(chosen?.storageId === id ? [selectionLayer(chosen)] : []),
        ...(moving?.storageId === id ? [leavingLayer(moving)] : []),
        ...(plan?.storageId === id ? [planLayer(plan)] : []),
      ]
    },
    /** What a grid tells the editor. */
    handlersOf: useGridHandlers({ move, chosen, setChosen, setFocus, onOpen, tubesAt, actionsAt }),
  }
}

type Parts = {
  move: ReturnType<typeof useMoving>
  chosen: Selection | undefined
  setChosen: (chosen: Selection | undefined) => void
  setFocus: (at: Point) => void
  onOpen: Given['onOpen']
  tubesAt: (model: GridModel, cell: Cell, anchor?: Cell) => PickedTubes | undefined
  actionsAt: (model: GridModel, at: Point) => Record<KeyOf<typeof editorKeys>, Action>
}

function useGridHandlers({ move, chosen, setChosen, setFocus, onOpen, tubesAt, actionsAt }: Parts) {
  const { carried, aim, setAim, drag, setDown } = move
  const aimAtPress = useRef<Point>(undefined)

  function press(model: GridModel, cell: Cell, event: KeyboardEvent) {
    const act = handlerOf(actionsAt(model, { storageId: model.storage.id, cell }), event)
    if (!act) return
    event.preventDefault()
    act()
  }

  function click(model: GridModel, cell: Cell, event: MouseEvent) {
    const at = { storageId: model.storage.id, cell }
    if (event.ctrlKey || event.metaKey) setChosen(toggleCell(chosen, model, cell))
    else if (event.shiftKey) setChosen(extendSelection(chosen, model, chosen?.end ?? cell, cell))
    else if (!carried) {
      setChosen(undefined)
      onOpen(model, cell)
    } else if (isSame(aimAtPress.current, at)) setDown(carried, at)
  }

  return (model: GridModel) => {
    const storageId = model.storage.id
    return {
      onFocusCell: (cell: Cell) => {
        setFocus({ storageId, cell })
        if (carried) setAim({ storageId, cell })
      },
      onClickCell: (cell: Cell, event: MouseEvent) => click(model, cell, event),
      onKey: (cell: Cell, event: KeyboardEvent) => press(model, cell, event),
      onExtend: (from: Cell, to: Cell) => setChosen(extendSelection(chosen, model, from, to)),
      onHoverCell: (cell: Cell, { pointerType }: PointerEvent) => {
        const at = { storageId, cell }
        if (carried && pointerType === 'mouse' && !isSame(aim, at)) setAim(at)
      },
      onPointerDown: (cell: Cell, event: PointerEvent) => {
        aimAtPress.current = aim
        if (!carried && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
          drag.begin(event, tubesAt(model, cell, cell))
        }
      },
    }
  }
}

export type Editor = ReturnType<typeof useEditor>

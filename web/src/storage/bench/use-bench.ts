import type { Cell } from '@lims/contract/positions.ts'
import { App } from 'antd'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import { handlerOf, type KeyOf } from '../../ui/shortcut.ts'
import type { GridLayer } from '../grid/grid-layers.ts'
import { type GridModel, keyOf } from '../grid/grid-model.ts'
import { countOf } from '../storage-words.ts'
import type { benchKeys } from './bench-keys.ts'
import { carry, useCarried } from './carried-store.ts'
import { type Carried, pickUp } from './carried-tubes.ts'
import { type Chosen, chosenLayer, everyTube, extended, toggled } from './chosen-cells.ts'
import { arrangement, leavingLayer, type Pattern, planLayer, planMove } from './plan-move.ts'
import { useArrange } from './use-arrange.ts'
import { type Point, useTubeDrag } from './use-tube-drag.ts'

const isSame = (one: Point | undefined, other: Point) =>
  one?.storageId === other.storageId && keyOf(one.cell) === keyOf(other.cell)

type Action = (() => unknown) | undefined

type Given = {
  /** The grids that are open, by storage. */
  models: ReadonlyMap<number, GridModel>
  onOpen: (model: GridModel, cell: Cell) => void
}

/** What a person does on one or two open grids: looks, chooses tubes, carries them from cell to cell. */
export function useBench({ models, onOpen }: Given) {
  const { message } = App.useApp()
  const [focus, setFocus] = useState<Point>()
  const [chosen, setChosen] = useState<Chosen>()
  const [aim, setAim] = useState<Point>()
  const [pattern, setPattern] = useState<Pattern>('keep')
  const aimAtPress = useRef<Point>(undefined)
  const carried = useCarried()
  const arrange = useArrange()
  const drag = useTubeDrag({ onAim: setAim, onDrop: setDown })

  const moving = drag.dragged ?? carried
  const onto = aim && models.get(aim.storageId)
  const plan = moving && onto && planMove(moving, onto, aim.cell, pattern)

  function letGo() {
    carry(undefined)
    setAim(undefined)
    setChosen(undefined)
  }

  function setDown(tubes: Carried, at: Point) {
    const model = models.get(at.storageId)
    if (!model || arrange.isPending) return
    const wanted = planMove(tubes, model, at.cell, pattern)
    if (wanted.refusal) {
      void message.warning(wanted.refusal)
      return
    }
    const said = `${countOf(tubes.tubes.length, 'tube')} moved to ${model.storage.alias}`
    arrange.mutate({ ...arrangement(wanted, tubes), said }, { onSettled: letGo })
  }

  /** The chosen tubes when the cell is one of them, otherwise the tube of the cell alone. */
  function tubesAt(model: GridModel, cell: Cell, anchor?: Cell): Carried | undefined {
    const isChosen = chosen?.storageId === model.storage.id && chosen.keys.has(keyOf(cell))
    return pickUp(model, isChosen ? chosen.keys : [keyOf(cell)], anchor)
  }

  function cut(model: GridModel, cell: Cell) {
    const picked = tubesAt(model, cell)
    carry(picked)
    setAim(picked && { storageId: model.storage.id, cell })
  }

  const actionsAt = (model: GridModel, at: Point): Record<KeyOf<typeof benchKeys>, Action> => ({
    enter: () => (carried ? setDown(carried, at) : onOpen(model, at.cell)),
    ' ': () => setChosen(toggled(chosen, model, at.cell)),
    escape: letGo,
    'ctrl x': () => cut(model, at.cell),
    'ctrl v': carried && (() => setDown(carried, at)),
    'ctrl a': () => setChosen(everyTube(model)),
  })

  function press(model: GridModel, cell: Cell, event: KeyboardEvent) {
    const act = handlerOf(actionsAt(model, { storageId: model.storage.id, cell }), event)
    if (!act) return
    event.preventDefault()
    act()
  }

  function click(model: GridModel, cell: Cell, event: MouseEvent) {
    const at = { storageId: model.storage.id, cell }
    if (event.ctrlKey || event.metaKey) setChosen(toggled(chosen, model, cell))
    else if (event.shiftKey) setChosen(extended(chosen, model, chosen?.end ?? cell, cell))
    else if (!carried) {
      setChosen(undefined)
      onOpen(model, cell)
    } else if (isSame(aimAtPress.current, at)) setDown(carried, at)
  }

  return {
    focus,
    chosen,
    carried,
    dragged: drag.dragged,
    plan,
    pattern,
    setPattern,
    isSaving: arrange.isPending,
    arrange,
    cut,
    letGo,
    pasteAtFocus: () => carried && focus && setDown(carried, focus),
    layersOf: (model: GridModel): GridLayer[] => {
      const { id } = model.storage
      return [
        ...(chosen?.storageId === id ? [chosenLayer(chosen)] : []),
        ...(moving?.storageId === id ? [leavingLayer(moving)] : []),
        ...(plan?.storageId === id ? [planLayer(plan)] : []),
      ]
    },
    /** What a grid tells the bench. */
    handlersOf: (model: GridModel) => {
      const storageId = model.storage.id
      return {
        onFocusCell: (cell: Cell) => {
          setFocus({ storageId, cell })
          if (carried) setAim({ storageId, cell })
        },
        onClickCell: (cell: Cell, event: MouseEvent) => click(model, cell, event),
        onKey: (cell: Cell, event: KeyboardEvent) => press(model, cell, event),
        onExtend: (from: Cell, to: Cell) => setChosen(extended(chosen, model, from, to)),
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
    },
  }
}

export type Bench = ReturnType<typeof useBench>

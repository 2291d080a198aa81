import { App } from 'antd'
import { useState } from 'react'
import { countOf } from '../../../entities/storage/storage-words.ts'
import type { GridModel } from '../grid/grid-model.ts'
import { carry, useCarried } from './carried-store.ts'
import type { PickedTubes } from './picked-tubes.ts'
import { arrangement, type Pattern, planMove } from './plan-move.ts'
import { useArrange } from './use-arrange.ts'
import { type Point, useTubeDrag } from './use-tube-drag.ts'

/** Tubes on their way from cell to cell, carried by keys or dragged: where they would land, and setting them down. */
export function useMoving(models: ReadonlyMap<number, GridModel>, onLetGo: () => void) {
  const { message } = App.useApp()
  const [aim, setAim] = useState<Point>()
  const [pattern, setPattern] = useState<Pattern>('keep')
  const carried = useCarried()
  const arrange = useArrange()
  const drag = useTubeDrag({ onAim: setAim, onDrop: setDown })

  const moving = drag.dragged ?? carried
  const onto = aim && models.get(aim.storageId)

  function letGo() {
    carry(undefined)
    setAim(undefined)
    onLetGo()
  }

  function setDown(tubes: PickedTubes, at: Point) {
    const model = models.get(at.storageId)
    if (!model) return
    if (arrange.isPending) {
      void message.warning('The move before is still being saved. This one was not made.')
      return
    }
    const wanted = planMove(tubes, model, at.cell, pattern)
    if (wanted.refusal) {
      void message.warning(wanted.refusal)
      return
    }
    const said = `${countOf(tubes.tubes.length, 'tube')} moved to ${model.storage.alias}`
    arrange.mutate({ ...arrangement(wanted, tubes), said }, { onSettled: letGo })
  }

  return {
    moving,
    carried,
    drag,
    aim,
    setAim,
    pattern,
    setPattern,
    plan: moving && onto && planMove(moving, onto, aim.cell, pattern),
    arrange,
    letGo,
    setDown,
    pickUp: (tubes: PickedTubes | undefined, at: Point) => {
      carry(tubes)
      setAim(tubes && at)
    },
  }
}

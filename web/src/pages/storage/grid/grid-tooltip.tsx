import type { OccupancyEntry } from '@lims/contract/storage.ts'
import { Tooltip } from 'antd'
import { type RefObject, useEffect, useState } from 'react'
import { identityOf } from './cell-words.ts'
import { cellOfKey, contentAt, type GridModel, labelOf } from './grid-model.ts'

const restMs = 250

type Shown = { label: string; content: OccupancyEntry; place: DOMRect }

/** One tooltip for all cells: the whole identity of what the pointer rests on. */
export function GridTooltip({ grid, model }: { grid: RefObject<HTMLElement | null>; model: GridModel }) {
  const [shown, setShown] = useState<Shown>()

  // In step with the pointer over the grid, which must not be drawn again for it.
  useEffect(() => {
    const element = grid.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout>
    const hide = () => {
      clearTimeout(timer)
      setShown(undefined)
    }
    const rest = ({ target, pointerType }: PointerEvent) => {
      hide()
      const hovered = (target as Element).closest<HTMLElement>('[data-cell]')
      const cell = hovered?.dataset.cell ? cellOfKey(hovered.dataset.cell) : undefined
      const content = cell && contentAt(model, cell)
      if (!hovered || !content || pointerType === 'touch') return
      timer = setTimeout(
        () => setShown({ label: labelOf(model, cell), content, place: hovered.getBoundingClientRect() }),
        restMs,
      )
    }
    const giveUp = ({ key }: KeyboardEvent) => key === 'Escape' && hide()
    element.addEventListener('pointerover', rest)
    element.addEventListener('pointerleave', hide)
    element.addEventListener('pointerdown', hide)
    document.addEventListener('scroll', hide, true)
    document.addEventListener('keydown', giveUp)
    return () => {
      clearTimeout(timer)
      element.removeEventListener('pointerover', rest)
      element.removeEventListener('pointerleave', hide)
      element.removeEventListener('pointerdown', hide)
      document.removeEventListener('scroll', hide, true)
      document.removeEventListener('keydown', giveUp)
    }
  }, [grid, model])

  if (!shown) return null
  const { left, top, width, height } = shown.place
  return (
    <Tooltip
      open
      title={
        <>
          <b>{shown.label}</b>
          {identityOf(shown.content).map((part) => (
            <div key={part}>{part}</div>
          ))}
        </>
      }
    >
      <span aria-hidden style={{ position: 'fixed', left, top, width, height, pointerEvents: 'none' }} />
    </Tooltip>
  )
}

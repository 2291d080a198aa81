import type { OccupancyEntry } from '@lims/contract/storage.ts'
import { Tooltip } from 'antd'
import { type RefObject, useEffect, useState } from 'react'
import { contentFacts } from './cell-text.ts'
import { cellOfElement, contentAt, type GridModel, labelOf } from './grid-model.ts'

const hoverDelayMs = 250

type Shown = { label: string; content: OccupancyEntry; place: DOMRect }

/** One tooltip for all cells, with all that is known about the content under the pointer. */
export function GridTooltip({ grid, model }: { grid: RefObject<HTMLElement | null>; model: GridModel }) {
  const [shown, setShown] = useState<Shown>()

  // Listens to the pointer without rendering the grid again.
  useEffect(() => {
    const element = grid.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout>
    const hide = () => {
      clearTimeout(timer)
      setShown(undefined)
    }
    const handleOver = ({ target, pointerType }: PointerEvent) => {
      hide()
      const hovered = (target as Element).closest<HTMLElement>('[data-cell]')
      const cell = cellOfElement(hovered)
      const content = cell && contentAt(model, cell)
      if (!hovered || !content || pointerType === 'touch') return
      timer = setTimeout(
        () => setShown({ label: labelOf(model, cell), content, place: hovered.getBoundingClientRect() }),
        hoverDelayMs,
      )
    }
    const handleKey = ({ key }: KeyboardEvent) => key === 'Escape' && hide()
    element.addEventListener('pointerover', handleOver)
    element.addEventListener('pointerleave', hide)
    element.addEventListener('pointerdown', hide)
    document.addEventListener('scroll', hide, true)
    document.addEventListener('keydown', handleKey)
    return () => {
      clearTimeout(timer)
      element.removeEventListener('pointerover', handleOver)
      element.removeEventListener('pointerleave', hide)
      element.removeEventListener('pointerdown', hide)
      document.removeEventListener('scroll', hide, true)
      document.removeEventListener('keydown', handleKey)
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
          {contentFacts(shown.content).map((part) => (
            <div key={part}>{part}</div>
          ))}
        </>
      }
    >
      <span aria-hidden style={{ position: 'fixed', left, top, width, height, pointerEvents: 'none' }} />
    </Tooltip>
  )
}

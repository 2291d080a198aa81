import { formatCount } from '@lims/contract/format-count.ts'
import type { Cell } from '@lims/contract/positions.ts'
import { App } from 'antd'
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react'
import { hasCode } from '../../../api/call-error.ts'
import { useDenial } from '../../../entities/session/use-may.ts'
import { useArrange } from '../../../entities/storage/use-arrange.ts'
import { handlerOf, type KeyOf } from '../../../ui/shortcut.ts'
import type { GridLayer } from '../grid/grid-layers.ts'
import { contentAt, type GridModel } from '../grid/grid-model.ts'
import type { editorKeys } from './editor-keys.ts'
import { draggedTubes, isSameStorageCell, type StorageCell } from './editor-state.ts'
import { type PickedTubes, pickTubes } from './picked-tubes.ts'
import { arrangement, cutLayer, planLayer, planMove, removal } from './plan-move.ts'
import { selectedCells, selectionLayer } from './selection.ts'
import { useEditorState } from './use-editor-state.ts'
import { useLongPress } from './use-long-press.ts'
import { usePointerDrag } from './use-pointer-drag.ts'

type Options = {
  /** The open grids, by storage id. */
  models: ReadonlyMap<number, GridModel>
  onOpenStorage: (storageId: string) => void
}

/** The grid editor on one or two open grids: its state, what a person can do, and the calls to the server. */
export function useEditor({ models, onOpenStorage }: Options) {
  const { message } = App.useApp()
  const [state, dispatch] = useEditorState()
  const arrange = useArrange()
  const denialToPlace = useDenial('placement.edit')
  const denialToEdit = useDenial('storage.edit')
  const watchLongPress = useLongPress()
  const { selection, cut, drag, target, pattern } = state

  const selectedIn = selection && models.get(selection.storageId)
  const selected = selectedIn && { model: selectedIn, cells: selectedCells(selection, selectedIn) }
  const dragged = draggedTubes(state)
  const moving = dragged ?? cut
  const targetModel = target && models.get(target.storageId)
  const plan = moving && targetModel && planMove(moving, targetModel, target.cell, pattern)

  /** Says why nothing can be moved. Returns whether that is so. */
  function refuseToMove(): boolean {
    if (denialToPlace === undefined) return false
    void message.warning({ key: denialToPlace, content: denialToPlace })
    return true
  }

  const clear = () => dispatch({ type: 'cleared' })

  function moveTo(tubes: PickedTubes, { storageId, cell }: StorageCell) {
    const model = models.get(storageId)
    if (!model) return
    if (arrange.isPending) {
      void message.warning('The previous move is still being saved. These tubes were not moved.')
      return
    }
    const wanted = planMove(tubes, model, cell, pattern)
    if (wanted.refusal) {
      void message.warning(wanted.refusal)
      return
    }
    // Where they are already, a move would return them if they are checked out, or find them if they are missing.
    const landings = wanted.landings.filter(
      (landing) => contentAt(model, landing.cell)?.contentId !== landing.tube.sampleId,
    )
    if (landings.length === 0) return clear()
    const notice = `${formatCount(landings.length, 'tube')} moved to ${model.storage.alias}`
    const end = () => dispatch({ type: 'move-ended', tubes })
    // By its promise: callbacks of `mutate` do not run once the page is left, and cut tubes outlive the page.
    void arrange
      .mutateAsync({ ...arrangement({ ...wanted, landings }, tubes), notice })
      .then(end, (failure) => {
        // Without a reply the tubes stay cut, to be pasted once the connection is back.
        if (!hasCode(failure, 'no-answer')) end()
      })
  }

  function takeOutSelection() {
    if (!selected) return
    const tubes = pickTubes(selected.model, selected.cells)
    if (!tubes) return
    const notice = `${formatCount(tubes.tubes.length, 'tube')} taken out of ${tubes.storageAlias}`
    void arrange.mutateAsync({ ...removal(tubes), notice }).then(
      () => dispatch({ type: 'move-ended', tubes }),
      () => undefined,
    )
  }

  function open(model: GridModel, cell: Cell) {
    const content = contentAt(model, cell)
    const denial = model.storage.type === 'BOX' ? denialToPlace : denialToEdit
    if (!content && denial !== undefined) void message.warning({ key: denial, content: denial })
    else if (content?.storage) onOpenStorage(content.contentId)
    else dispatch({ type: 'cell-opened', model, cell })
  }

  usePointerDrag({
    pointerId: drag?.pointerId,
    isMoving: dragged !== undefined,
    onMove: (point, over) => dispatch({ type: 'pointer-moved', point, over }),
    // Dropped where they were: the person has decided otherwise.
    onDrop: (at) =>
      dragged &&
      !isSameStorageCell(at, { storageId: dragged.storageId, cell: dragged.anchor }) &&
      moveTo(dragged, at),
    onEnd: () => dispatch({ type: 'drag-ended' }),
  })

  function handleKey(model: GridModel, cell: Cell, event: KeyboardEvent) {
    const at = { storageId: model.storage.id, cell }
    const actions: Record<KeyOf<typeof editorKeys>, (() => void) | undefined> = {
      enter: () => (cut ? moveTo(cut, at) : open(model, cell)),
      ' ': () => dispatch({ type: 'cell-toggled', model, cell }),
      escape: clear,
      'ctrl a': () => dispatch({ type: 'all-selected', model }),
      'ctrl x': () => refuseToMove() || dispatch({ type: 'tubes-cut', model, cell }),
      'ctrl v': cut && (() => moveTo(cut, at)),
    }
    const act = handlerOf(actions, event)
    if (!act) return
    event.preventDefault()
    act()
  }

  function handleClick(model: GridModel, cell: Cell, event: MouseEvent) {
    if (event.ctrlKey || event.metaKey) dispatch({ type: 'cell-toggled', model, cell })
    else if (event.shiftKey) dispatch({ type: 'selection-extended', model, to: cell })
    else if (state.isChoosing && !cut) dispatch({ type: 'cell-chosen', model, cell })
    else if (!cut) {
      clear()
      open(model, cell)
    } else {
      const at = { storageId: model.storage.id, cell }
      if (isSameStorageCell(state.targetAtPress, at)) moveTo(cut, at)
    }
  }

  return {
    state,
    /** The selected tubes that are still in their cells, if their storage is open. */
    selected,
    dragged,
    plan,
    isSaving: arrange.isPending,
    clear,
    open,
    takeOutSelection,
    startChoosing: () => dispatch({ type: 'choosing-started' }),
    cutSelection: () => selected && dispatch({ type: 'selection-cut', model: selected.model }),
    cutAt: (model: GridModel, cell: Cell) => dispatch({ type: 'tubes-cut', model, cell }),
    pasteAtTarget: () => cut && target && moveTo(cut, target),
    setPattern: (chosen: typeof pattern) => dispatch({ type: 'pattern-chosen', pattern: chosen }),
    closeDialog: () => dispatch({ type: 'dialog-closed' }),
    layersOf: ({ storage: { id } }: GridModel): GridLayer[] => [
      ...(selected?.model.storage.id === id ? [selectionLayer(selected.cells)] : []),
      ...(moving?.storageId === id ? [cutLayer(moving)] : []),
      ...(plan?.storageId === id ? [planLayer(plan)] : []),
    ],
    /** The event handlers of one grid. */
    handlersOf: (model: GridModel) => {
      const storageId = model.storage.id
      return {
        onFocusCell: (cell: Cell) => dispatch({ type: 'cell-focused', at: { storageId, cell } }),
        onClickCell: (cell: Cell, event: MouseEvent) => handleClick(model, cell, event),
        onKey: (cell: Cell, event: KeyboardEvent) => handleKey(model, cell, event),
        onExtend: (from: Cell, to: Cell) => dispatch({ type: 'selection-extended', model, from, to }),
        onHoverCell: (cell: Cell, { pointerType }: PointerEvent) => {
          if (pointerType === 'mouse') dispatch({ type: 'cell-hovered', at: { storageId, cell } })
        },
        onPointerDown: (cell: Cell, event: PointerEvent) => {
          const { pointerId: id, pointerType: type, button, ctrlKey, metaKey, shiftKey } = event
          const point = { x: event.clientX, y: event.clientY }
          // A plain press can become a drag.
          const isPlain = button === 0 && !ctrlKey && !metaKey && !shiftKey && denialToPlace === undefined
          dispatch({ type: 'pointer-pressed', model, cell, pointer: { id, type, point, isPlain } })
          // Only tubes can be chosen; a long press elsewhere stays a tap.
          if (type === 'touch' && !cut && contentAt(model, cell)?.sample)
            watchLongPress(event, () => dispatch({ type: 'cell-chosen', model, cell }))
        },
      }
    },
  }
}

export type Editor = ReturnType<typeof useEditor>

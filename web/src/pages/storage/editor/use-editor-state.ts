import { useRouter } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { createStore, useStore } from '../../../api/create-store.ts'
import { currentSession, onSessionChange } from '../../../entities/session/session.ts'
import { type EditorAction, type EditorState, editorReducer, initialState } from './editor-state.ts'
import type { PickedTubes } from './picked-tubes.ts'

/** Cut tubes outlive the page, so that they can be pasted into a box that is opened later. */
export const cutTubes = createStore<PickedTubes | undefined>(undefined)

/** The cell that last had the focus, by the entry in the history of the browser: Back leads to it again. */
const lastCells = new Map<string, EditorState['focus']>()
const maxLastCells = 100

// The next person at this computer must not find the tubes that the last one has cut, nor be led to their cells.
let owner = currentSession()?.user.sub
onSessionChange(() => {
  const person = currentSession()?.user.sub
  if (person !== owner) {
    cutTubes.set(undefined)
    lastCells.clear()
  }
  owner = person
})

/** Keeps the newest cells. */
function keepLastCell(entry: string, cell: EditorState['focus']) {
  lastCells.delete(entry)
  lastCells.set(entry, cell)
  for (const oldest of lastCells.keys()) if (lastCells.size > maxLastCells) lastCells.delete(oldest)
}

/**
 * The state of the editor. A store and not `useReducer`: the release of a pointer must see its last movement, rendered
 * or not.
 */
export function useEditorState(): [EditorState, (action: EditorAction) => void] {
  const router = useRouter()
  const [page] = useState(() => createStore({ ...initialState, focus: lastCells.get(entryOf(router)) }))
  const cut = useStore(cutTubes)
  const state = { ...useStore(page), cut }

  const dispatch = useCallback(
    (action: EditorAction) => {
      const before = { ...page.get(), cut: cutTubes.get() }
      const after = editorReducer(before, action)
      if (after === before) return
      page.set(after)
      if (after.focus && after.focus !== before.focus) keepLastCell(entryOf(router), after.focus)
      if (after.cut !== before.cut) cutTubes.set(after.cut)
    },
    [page, router],
  )
  return [state, dispatch]
}

const entryOf = ({ latestLocation }: ReturnType<typeof useRouter>): string =>
  latestLocation.state.__TSR_key ?? ''

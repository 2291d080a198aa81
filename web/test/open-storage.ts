import type { OccupancyEntry, Storage } from '@lims/contract/storage.ts'
import { storageApi } from '@lims/contract/storage-api.ts'
import { screen } from '@testing-library/react'
import { openAddress } from './open-address.tsx'
import { serverAnswers } from './server.ts'
import { signIn } from './session-token.ts'
import { aStorage, aStoredTube } from './storage-records.ts'

/** A tube by its place, named after it: 'Tube A1', tube ID 'T000A1'. */
export const tubeIn = (position: string, rowCoordinate: number, columnCoordinate: number): OccupancyEntry =>
  aStoredTube({
    position,
    rowCoordinate,
    columnCoordinate,
    contentId: `00000000-0000-4000-8000-0000000${String(rowCoordinate * 100 + columnCoordinate).padStart(5, '0')}`,
    contentAlias: `T000${position}`,
    contentName: `Tube ${position}`,
  })

type Shelf = { storage: Storage; occupancy: OccupancyEntry[] }

/** Replies with the given storages and their contents. */
export function serverHas(shelves: Shelf[]) {
  const shelfOf = (id: string | undefined) => {
    const shelf = shelves.find(({ storage }) => `${storage.id}` === id)
    if (!shelf) throw new Error(`the test has no storage ${id}`)
    return shelf
  }
  serverAnswers(storageApi.get, ({ query }) => ({ storage: shelfOf(query.id).storage }))
  serverAnswers(storageApi.hierarchy, ({ query }) => {
    const { id, alias, type } = shelfOf(query.storageId).storage
    return { hierarchy: [{ id, alias, type, level: 0 }] }
  })
  return serverAnswers(storageApi.occupancy, ({ query }) => {
    const { storage, occupancy } = shelfOf(query.storageId)
    return { occupancy, capacity: storage.capacity, occupied: occupancy.length }
  })
}

/** Opens a storage's enhanced page and waits for its grid. */
export async function openGrid(
  storage: Partial<Storage> = {},
  occupancy: OccupancyEntry[] = [],
  beside: Shelf[] = [],
) {
  signIn()
  const opened = aStorage({ numberRows: 3, numberColumns: 4, capacity: 12, ...storage })
  const requests = serverHas([{ storage: opened, occupancy }, ...beside])
  serverAnswers(storageApi.search, { storages: [], totalStorages: 0 })
  const second = beside[0] ? `?beside=${beside[0].storage.id}` : ''
  const app = openAddress(`/storage/${opened.id}/enhanced${second}`)
  await screen.findByRole('grid', { name: `Cells of ${opened.alias}` })
  return { ...app, requests }
}

/** The cell that is read aloud so. By attribute, for to ask a whole page by role takes a second. */
export function cell(name: string | RegExp): HTMLElement {
  const cells = [...document.querySelectorAll<HTMLElement>('[role="gridcell"]')]
  const isNamed = (label: string) => (typeof name === 'string' ? label === name : name.test(label))
  const found = cells.filter((one) => isNamed(one.getAttribute('aria-label') ?? ''))
  const [one] = found
  if (!one || found.length > 1) {
    const labels = cells.map((each) => each.getAttribute('aria-label')).join('\n')
    throw new Error(`${found.length} cells are named ${name}; there are:\n${labels}`)
  }
  return one
}

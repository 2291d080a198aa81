import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import { formatSeries, joinTexts } from '@lims/contract/join-texts.ts'
import { positionLabel } from '@lims/contract/positions.ts'
import { type OccupancyEntry, type Storage, StorageInput } from '@lims/contract/storage.ts'
import { maxNewStorages, type StoragesInside } from '@lims/contract/storage-series.ts'
import type { StorageType } from '@lims/contract/storage-type.ts'
import { cellsLeft } from '../../../entities/storage/next-cell.ts'
import { countStorages } from '../../../entities/storage/storage-text.ts'
import { whyNotIn } from '../why-not-in.ts'

/** Where new storages go: a parent with its contents; null at the top level. */
export type Target = { parent: Storage; occupancy: readonly OccupancyEntry[] } | null

/** What will be created and where, or what is in the way. */
export type Preview = { text: string; obstacle?: never } | { text?: never; obstacle: string }

const maxNamed = 3

/** Returns 'Box 1 … Box 20, in A1 … D5 of Rack 3', or what is in the way. */
export function previewCreation(
  { aliases, type }: { aliases: readonly string[]; type: StorageType },
  target: Target,
): Preview {
  const problem = aliases
    .map((alias) => StorageInput.shape.alias.safeParse(alias).error?.issues[0]?.message)
    .find((message) => message !== undefined)
  if (problem) return { obstacle: `The names: ${problem}.` }
  if (!target) return { text: `${spanOf(aliases)}, at the top level` }

  const { parent, occupancy } = target
  const unfit = whyNotIn(parent, type)
  if (unfit) return { obstacle: `${unfit}.` }
  const free = [...cellsLeft(parent, occupancy, [], 'rows')]
  if (free.length === 0) return { obstacle: `${parent.alias} is full.` }
  if (free.length < aliases.length) {
    return {
      obstacle: `Only ${formatCount(free.length, `cell of ${parent.alias} is`, `cells of ${parent.alias} are`)} free.`,
    }
  }
  const wanted = new Set(aliases.map((alias) => alias.toLowerCase()))
  const taken = occupancy
    .map(({ contentName }) => contentName)
    .filter((name) => wanted.has(name.toLowerCase()))
  if (taken.length > 0) {
    return { obstacle: `${parent.alias} already holds ${joinTexts(taken, { max: maxNamed })}.` }
  }
  const cells = free.slice(0, aliases.length).map((cell) => positionLabel(cell, parent))
  return { text: `${spanOf(aliases)}, in ${spanOf(cells)} of ${parent.alias}` }
}

/** 'A1', 'A1 and A2', 'A1 … A9' */
const spanOf = (texts: readonly string[]): string =>
  texts.length > 2 ? `${texts[0]} … ${texts.at(-1)}` : texts.join(' and ')

/** Returns '3 racks with 60 boxes', or that these are too many at once. */
export function previewInside(type: StorageType, copies: number, inside: readonly StoragesInside[]): Preview {
  const total = copies * inside.reduce((sum, { count }) => sum + count, 1)
  const max = maxNewStorages.withInside
  if (total > max) {
    return {
      obstacle: `That makes ${formatNumber(total)} storages: at most ${formatNumber(max)} are created at once.`,
    }
  }
  const top = countStorages(copies, type)
  const contents = inside.map(({ type: inner, count }) => countStorages(count * copies, inner))
  return { text: contents.length > 0 ? `${top} with ${formatSeries(contents)}` : top }
}

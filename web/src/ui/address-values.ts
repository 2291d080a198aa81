import type { SearchSchemaInput } from '@tanstack/react-router'
import { z } from 'zod'

/** The router parses '123' and 'true' as a number and a boolean; in filters they are text. */
const asText = (value: unknown) =>
  typeof value === 'number' || typeof value === 'boolean' ? `${value}` : value

/** A text parameter; undefined if it is empty or not a text. */
export const textInAddress = z.preprocess(asText, z.string().min(1)).optional().catch(undefined)

/**
 * Returns what a page knows of the parameters of its address. The router hands over the others too, such as those that
 * a mail program adds to a link.
 */
export const keepKnown =
  ({ shape }: z.ZodObject) =>
  <Search extends object>(search: Search): Search =>
    Object.fromEntries(Object.entries(search).filter(([name]) => Object.hasOwn(shape, name))) as Search

/** A page number or id, from 1; undefined if it is neither. */
export const numberInAddress = z.coerce.number().int().min(1).optional().catch(undefined)

const isFilter = (name: string) => !['page', 'sort', 'view'].includes(name)
const maxShownLength = 60
/** Returns a value of a filter as a message names it. */
export const shorten = (value: string): string =>
  value.length > maxShownLength ? `${value.slice(0, maxShownLength)}…` : value
const isGiven = (value: unknown) => value !== undefined && value !== null && `${value}`.trim() !== ''

/**
 * Reads the parameters of a list. A filter that is not understood becomes `unread`, as the address then says: the list
 * is not shown with fewer filters than were requested.
 */
export const readFilters =
  <Schema extends z.ZodType<object>>(schema: Schema) =>
  (raw: z.input<Schema> & SearchSchemaInput): z.output<Schema> & { unread?: string } => {
    const given = raw as Record<string, unknown>
    const read = schema.parse(raw) as z.output<Schema> & Record<string, unknown>
    const unread = Object.keys(read)
      .filter((name) => isFilter(name) && read[name] === undefined && isGiven(given[name]))
      .map((name) => `${name}=${shorten(`${given[name]}`)}`)
    const text = unread.length > 0 ? unread.join(', ') : unreadIn(raw)
    return text === undefined ? read : { ...read, unread: text }
  }

/** What `readFilters` did not understand. */
export function unreadIn(search: unknown): string | undefined {
  const unread = (search as { unread?: unknown } | undefined)?.unread
  return isGiven(unread) ? `${unread}` : undefined
}

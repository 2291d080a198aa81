import { z } from 'zod'
import { parameters } from './parameters.ts'

export const defaultPageSize = 10
export const maxPageSize = 1000
/** A free-text search stops counting here; the screen then shows 'more than'. */
export const maxCountedTotal = 10_000

/**
 * Where a page begins: a whole number from 0, which is the default. `z.coerce` alone would read '' as 0: a script with
 * an empty cursor would get the first page again.
 */
export const offsetFrom0 = (max: number) =>
  z.preprocess(
    (input) => (typeof input === 'string' && input.trim() === '' ? Number.NaN : input),
    z.coerce.number().int().min(0).max(max).default(0),
  )

/** Zero-based number of a page. */
export const PageNumber = offsetFrom0(100_000_000)

/** Page 1 of the screen sends `pageNumber` 0. */
export const PageQuery = parameters({
  pageNumber: PageNumber,
  pageSize: z.coerce.number().int().min(1).max(maxPageSize).default(defaultPageSize),
})
export type PageQuery = z.infer<typeof PageQuery>

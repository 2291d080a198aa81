import { z } from 'zod'
import { parameters } from './parameters.ts'

export const defaultPageSize = 10
export const maxPageSize = 1000
/** A free-text search stops counting here; the screen then shows 'more than'. */
export const maxCountedTotal = 10_000

/** Page numbers are zero-based: page 1 of the screen sends 0. */
export const PageQuery = parameters({
  pageNumber: z.coerce.number().int().min(0).max(100_000_000).default(0),
  pageSize: z.coerce.number().int().min(1).max(maxPageSize).default(defaultPageSize),
})
export type PageQuery = z.infer<typeof PageQuery>

import { z } from 'zod'
import { parameters } from './parameters.ts'

export const defaultPageSize = 10
const maxPageSize = 1000
/** A free-text search counts up to here, then the total says 'more than'. */
export const maxCountedTotal = 10_000

/** Zero-based: page 1 of the interface sends 0. */
export const PageQuery = parameters({
  pageNumber: z.coerce.number().int().min(0).max(100_000_000).default(0),
  pageSize: z.coerce.number().int().min(1).max(maxPageSize).default(defaultPageSize),
})
export type PageQuery = z.infer<typeof PageQuery>

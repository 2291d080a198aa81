import { z } from 'zod'

/** The router parses '123' and 'true' as a number and a boolean; in filters they are text. */
const asText = (value: unknown) =>
  typeof value === 'number' || typeof value === 'boolean' ? `${value}` : value

/** A text parameter; undefined if it is empty or not a text. */
export const textInAddress = z.preprocess(asText, z.string().min(1)).optional().catch(undefined)

/**
 * Returns what a page knows of the parameters of its address. The router hands over the others too, such as those that a
 * mail program adds to a link.
 */
export const keepKnown =
  ({ shape }: z.ZodObject) =>
  <Search extends object>(search: Search): Search =>
    Object.fromEntries(Object.entries(search).filter(([name]) => Object.hasOwn(shape, name))) as Search

/** A page number or id, from 1; undefined if it is neither. */
export const numberInAddress = z.coerce.number().int().min(1).optional().catch(undefined)

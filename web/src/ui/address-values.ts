import { z } from 'zod'

/** The router reads '123' and 'true' as more than text; in every filter they are text. */
const asText = (given: unknown) =>
  typeof given === 'number' || typeof given === 'boolean' ? `${given}` : given

/** A text of the address; undefined where it is empty or no text. */
export const textInAddress = z.preprocess(asText, z.string().min(1)).optional().catch(undefined)

/** A page number or an id of the address, from 1; undefined where it is neither. */
export const numberInAddress = z.coerce.number().int().min(1).optional().catch(undefined)

import { z } from 'zod'
import { numberInAddress, textInAddress } from '../../ui/address-values.ts'

export const BatchListSearch = z.object({
  page: numberInAddress,
  query: textInAddress,
  sort: z.enum(['newest', 'name', '-name']).optional().catch(undefined),
})

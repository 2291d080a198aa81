import { z } from 'zod'
import { numberInAddress } from '../../ui/address-values.ts'

export const PickListsSearch = z.object({
  state: z.literal('closed').optional().catch(undefined),
  page: numberInAddress,
})

import { z } from 'zod'

const Kit = z.array(z.object({ tubeType: z.string(), count: z.number() }))

/** The tubes of a kit read '6 EDTA, 2 DBS'; whatever else the metadata holds stays as it is. */
export function withKitInWords(metadata: Record<string, unknown>): Record<string, unknown> {
  const kit = Kit.safeParse(metadata.tubeTypes)
  if (!kit.success) return metadata
  return { ...metadata, tubeTypes: kit.data.map(({ tubeType, count }) => `${count} ${tubeType}`).join(', ') }
}

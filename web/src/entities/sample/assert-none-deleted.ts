import { DeletedSince } from '../../api/deleted-since.ts'
import { fetchChosen } from './chosen-api.ts'

/** Throws `DeletedSince`. Where that cannot be read, the samples count as being there. */
export async function assertNoneDeleted(samples: readonly { id: string }[]): Promise<void> {
  const left = await fetchChosen(samples.map(({ id }) => id)).catch(() => samples)
  if (left.length < samples.length) throw new DeletedSince(samples.length)
}

import { labelsPerPage, type PrintLabel, type PrintState } from '@lims/contract/print-runs.ts'

/** A person may correct or erase what is on a label during the run. */
const maxLabelAgeMs = 2000

/** Returns one page of the labels in a state, after a place. */
export type ListLabels = (state: PrintState, after: number) => Promise<PrintLabel[]>

/** Sends a request, again if it must have a reply. */
export type Request = <T>(send: () => Promise<T>) => Promise<T>

/** Yields the labels in a state, after a place. Those that were read more than 2 s ago are read again. */
export async function* readFreshLabels(
  listLabels: ListLabels,
  { state, after, request }: { state: PrintState; after: number; request: Request },
): AsyncGenerator<PrintLabel, void> {
  for (let place = after, isDone = false; !isDone; ) {
    const page = await request(() => listLabels(state, place))
    const readAt = Date.now()
    isDone = page.length < labelsPerPage
    for (const label of page) {
      if (Date.now() - readAt > maxLabelAgeMs) {
        isDone = false
        break
      }
      place = label.place
      yield label
    }
  }
}

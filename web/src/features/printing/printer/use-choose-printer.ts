import { useQueryClient } from '@tanstack/react-query'
import { printerCheckQuery, withPrinter } from './check-printer.ts'
import { rememberPrinter } from './choose-printer.ts'

/**
 * Returns the function that chooses the printer of the following labels, those of an open print run too. It does not
 * check it.
 */
export function useChoosePrinter(): (uid: string) => void {
  const queryClient = useQueryClient()
  const { queryKey } = printerCheckQuery
  return (uid) => {
    rememberPrinter(uid)
    // A check that is under way may be about the printer before.
    void queryClient.cancelQueries({ queryKey })
    queryClient.setQueryData(queryKey, (report) => report && withPrinter(report, uid))
  }
}

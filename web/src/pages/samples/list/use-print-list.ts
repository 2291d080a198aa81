import type { SampleSort } from '@lims/contract/sample-sort.ts'
import type { SampleListReply } from '@lims/contract/samples.ts'
import { useMutation } from '@tanstack/react-query'
import { App } from 'antd'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { fetchAllSorted, fetchWholeTree } from '../../../entities/sample/sample-api.ts'
import { formatCount } from '../../../ui/format-count.ts'
import type { ChosenFilters } from './sample-list-search.ts'
import { type BatchRow, flatRows, treeRows } from './tree-rows.ts'

/** Some 130 sheets. */
export const maxPrintedSamples = 5000

/** Prints all samples that match, not only those that have been loaded for the screen. Ctrl+P does the same. */
export function usePrintList(filter: ChosenFilters, sort: SampleSort | undefined) {
  const { modal } = App.useApp()
  const [rows, setRows] = useState<BatchRow[]>()
  const load = useMutation({
    mutationFn: async () => {
      if (sort) {
        const pages = await fetchAllSorted(filter, sort, maxPrintedSamples)
        return { found: pages[0], all: flatRows(pages) }
      }
      const pages = await fetchWholeTree(filter, maxPrintedSamples)
      return { found: pages[0], all: treeRows(pages) }
    },
    onSuccess: ({ found, all }) => {
      if (found && found.totalSamples > maxPrintedSamples) {
        modal.info({ title: 'Too many samples to print', content: tooMany(found) })
        return
      }
      flushSync(() => setRows(all))
      window.print()
    },
    meta: { errorTitle: 'Failed to load the samples to print' },
  })
  const { mutate, isPending } = load

  // The browser's shortcut would print only the rows on the screen.
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      if (event.key.toLowerCase() !== 'p') return
      event.preventDefault()
      if (!isPending) mutate()
    }
    const handlePrinted = () => setRows(undefined)
    window.addEventListener('keydown', handleKey)
    window.addEventListener('afterprint', handlePrinted)
    return () => {
      window.removeEventListener('keydown', handleKey)
      window.removeEventListener('afterprint', handlePrinted)
    }
  }, [mutate, isPending])

  return { print: () => mutate(), isLoading: isPending, rows }
}

const tooMany = ({ totalSamples, totalIsExact }: Pick<SampleListReply, 'totalSamples' | 'totalIsExact'>) =>
  `${totalIsExact ? '' : 'More than '}${formatCount(totalSamples, 'sample')} match, and at most ${maxPrintedSamples.toLocaleString('en')} are printed at once. Narrow the filters, or export the list.`

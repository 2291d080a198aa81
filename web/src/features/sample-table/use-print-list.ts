import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import type { SampleSort } from '@lims/contract/sample-sort.ts'
import type { SampleListReply } from '@lims/contract/samples.ts'
import { useMutation } from '@tanstack/react-query'
import { App } from 'antd'
import { createElement, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { TreeFilter } from '../../entities/sample/sample-api.ts'
import { fetchAllSorted, fetchWholeTree } from '../../entities/sample/sample-api.ts'
import { loadScript } from '../../ui/load-script.ts'
import type { Order } from './printed-list.tsx'
import { flatRows, treeRows } from './tree-rows.ts'

/** Some 130 sheets. */
const maxPrintedSamples = 5000

/** Prints all samples that match, not only those that have been loaded for the screen. Ctrl+P does the same. */
export function usePrintList(filter: TreeFilter, sort: SampleSort | undefined) {
  const { modal } = App.useApp()
  const [page, setPage] = useState<ReactNode>()
  const { mutate, isPending } = useMutation({
    mutationFn: loadAll,
    meta: { errorTitle: 'Failed to load the samples to print' },
  })

  function print() {
    const order = { filter, sort }
    mutate(order, {
      // Given here, because it is not called after the person has left the page.
      onSuccess: ({ pages, rows, PrintedList }) => {
        const found = pages.at(-1)
        if (found && found.totalSamples > maxPrintedSamples) {
          modal.info({ title: 'Too many samples to print', content: tooMany(found) })
          return
        }
        const byPartOfId = pages.flatMap((page) => page.byPartOfId ?? [])
        flushSync(() => setPage(createElement(PrintedList, { ...order, rows, byPartOfId })))
        window.print()
      },
    })
  }
  const printByKey = useEffectEvent(() => {
    if (!isPending) print()
  })

  // The browser's shortcut would print only the rows on the screen.
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      if (event.key.toLowerCase() !== 'p') return
      event.preventDefault()
      printByKey()
    }
    const handlePrinted = () => setPage(undefined)
    window.addEventListener('keydown', handleKey)
    window.addEventListener('afterprint', handlePrinted)
    return () => {
      window.removeEventListener('keydown', handleKey)
      window.removeEventListener('afterprint', handlePrinted)
    }
  }, [])

  return { print, isLoading: isPending, page }
}

/** Loads the list on paper, and all its rows. */
async function loadAll(order: Order) {
  const [{ PrintedList }, loaded] = await Promise.all([
    loadScript(() => import('./printed-list.tsx')),
    loadRows(order),
  ])
  return { PrintedList, ...loaded }
}

/** Loads pages until all are loaded, or there are too many: others may add samples while pages are loaded. */
async function loadRows({ filter, sort }: Order) {
  if (sort) {
    const pages = await fetchAllSorted(filter, sort, maxPrintedSamples)
    return { pages, rows: flatRows(pages) }
  }
  const pages = await fetchWholeTree(filter, maxPrintedSamples)
  return { pages, rows: treeRows(pages) }
}

const tooMany = ({ totalSamples, totalIsExact }: Pick<SampleListReply, 'totalSamples' | 'totalIsExact'>) =>
  `${totalIsExact ? '' : 'More than '}${formatCount(totalSamples, 'sample')} match, and at most ${formatNumber(maxPrintedSamples)} are printed at once. Narrow the filters, or export the list.`

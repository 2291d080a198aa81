import type { SampleSort } from '@lims/contract/sample-sort.ts'
import { App } from 'antd'
import { createElement, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useReportedMutation } from '../../api/use-reported-mutation.ts'
import type { TreeFilter } from '../../entities/sample/sample-api.ts'
import { loadScript } from '../../ui/load-script.ts'
import { handlerOf } from '../../ui/shortcut.ts'
import type { Order } from './printed-list.tsx'

const printKey = { 'ctrl p': true } as const

/** Prints all samples that match, not only those that have been loaded for the screen. Ctrl+P does the same. */
export function usePrintList(filter: TreeFilter, sort: SampleSort | undefined) {
  const { modal } = App.useApp()
  const [page, setPage] = useState<ReactNode>()
  const { mutate, isPending } = useReportedMutation({
    mutationFn: loadAll,
    meta: { errorTitle: 'Failed to load the samples to print' },
  })

  function print() {
    const order = { filter, sort }
    mutate(order, {
      // Given here, because it is not called after the person has left the page.
      onSuccess: ({ pages, rows, tooManyText, PrintedList }) => {
        if (tooManyText) {
          modal.info({ title: 'Too many samples to print', content: tooManyText })
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
      if (!handlerOf(printKey, event)) return
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
  const { PrintedList, loadRows } = await loadScript(() => import('./printed-list.tsx'))
  return { PrintedList, ...(await loadRows(order)) }
}

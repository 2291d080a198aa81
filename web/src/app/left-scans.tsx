import { formatCount } from '@lims/contract/format-count.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { useNavigate } from '@tanstack/react-router'
import { type App, Button } from 'antd'
import { z } from 'zod'
import { keysWithPrefix } from '../api/browser-storage.ts'
import { CallError } from '../api/call-error.ts'
import { storageQuery } from '../entities/storage/storage-api.ts'
import { entriesOfClosedTabs, unsentKeys } from '../features/scanning/kept-scans.ts'

type LeftScansTools = {
  queryClient: QueryClient
  navigate: ReturnType<typeof useNavigate>
  notification: ReturnType<typeof App.useApp>['notification']
  /** From then on nothing is announced. */
  isUnmounted: () => boolean
}

/** Sends or announces what an earlier session of this person has left unsent. */
export function handleLeftScans(
  owner: string,
  { queryClient, navigate, notification, isUnmounted }: LeftScansTools,
): void {
  void sendLeftScans(owner)
  void announceBoxScans(owner)
  void announcePickScans(owner)

  async function sendLeftScans(owner: string) {
    for (const { key, page, load } of sentKinds) {
      if (keysWithPrefix(localStorage, `${key(owner)}.`).length === 0) continue
      const queueOf = await load()
      announceSent(await queueOf(queryClient, owner).start(), page)
    }
  }

  function announceSent(count: number, page: string) {
    if (count === 0) return
    notification.info({
      title: `${formatCount(count, 'scan is', 'scans are')} sent now`,
      description: `Kept since the browser was closed. ${page} shows what became of ${count === 1 ? 'it' : 'them'}.`,
    })
  }

  async function announcePickScans(owner: string) {
    const prefix = `${unsentKeys.picks(owner)}.`
    const entries = await entriesOfClosedTabs(localStorage, prefix)
    if (isUnmounted()) return
    const byList = Map.groupBy(entries, ({ key }) => key.slice(prefix.length).split('.')[0] ?? '')
    for (const [pickListId, scans] of byList) {
      const noticeKey = `unsent-picks-${pickListId}`
      const open = () => {
        notification.destroy(noticeKey)
        void navigate({ to: '/picks/$pickListId', params: { pickListId } })
      }
      notification.warning({
        key: noticeKey,
        title: `${formatCount(scans.length, 'scan')} of a pick list not sent yet`,
        description: `Kept since an earlier session. The page of the list sends ${scans.length === 1 ? 'it' : 'them'}.`,
        duration: 0,
        actions: (
          <Button size="small" onClick={open}>
            Open the pick list
          </Button>
        ),
      })
    }
  }

  async function announceBoxScans(owner: string) {
    for (const [storageId, scans] of await unsentBoxScans(owner)) {
      const { isDeleted, alias } = await findBox(queryClient, storageId)
      if (isUnmounted()) return
      const name = alias ?? `storage ${storageId}`
      const noticeKey = `unsent-scans-${storageId}`
      const open = () => {
        notification.destroy(noticeKey)
        void navigate({ to: '/storage/$storageId/enhanced', params: { storageId: `${storageId}` } })
      }
      const discard = () => {
        notification.destroy(noticeKey)
        for (const { key } of scans) localStorage.removeItem(key)
      }
      notification.warning({
        key: noticeKey,
        title: `${formatCount(scans.length, 'scan')} into ${name} not sent yet`,
        description: isDeleted
          ? `The storage no longer exists. Tubes that were scanned: ${scans.map(({ code }) => code).join(', ')}.`
          : `Kept since an earlier session. Scan in of ${name} sends ${scans.length === 1 ? 'it' : 'them'}.`,
        duration: 0,
        actions: isDeleted ? (
          <Button size="small" onClick={discard}>
            {scans.length === 1 ? 'Discard the scan' : 'Discard the scans'}
          </Button>
        ) : (
          <Button size="small" onClick={open}>
            Open {name}
          </Button>
        ),
      })
    }
  }
}

type SentKind = {
  key: (owner: string) => string
  /** Where a person sees what became of the scans. */
  page: string
  load: () => Promise<(queryClient: QueryClient, owner: string) => { start: () => Promise<number> }>
}

const sentKinds: readonly SentKind[] = [
  {
    key: unsentKeys.receive,
    page: 'Receive',
    load: async () => (await import('../pages/receive/receive-queue.ts')).receiveQueueOf,
  },
  {
    key: unsentKeys.custody,
    page: 'Check out and return',
    load: async () => (await import('../pages/custody/custody-queue.ts')).custodyQueueOf,
  },
  {
    key: unsentKeys.stockTake,
    page: 'The stock-take',
    load: async () => (await import('../pages/stock-takes/counting-queue.ts')).countingQueueOf,
  },
  {
    key: unsentKeys.moves,
    page: 'The page of the move',
    load: async () => (await import('../pages/moves/move-queue.ts')).moveQueueOf,
  },
]

type UnsentBoxScan = { key: string; code: string }

const ScanCode = z.object({ readings: z.object({ raw: z.string() }) })

/** The unsent scans of a person into boxes, by the id of the box. Scans of other open tabs are left out. */
async function unsentBoxScans(owner: string): Promise<Map<number, UnsentBoxScan[]>> {
  const prefix = `${unsentKeys.scanIn(owner)}.`
  const entries = await entriesOfClosedTabs(localStorage, prefix)
  const byBox = new Map<number, UnsentBoxScan[]>()
  for (const { key, scan } of entries) {
    const [, box] = /^(\d{1,15})\.[^.]+$/.exec(key.slice(prefix.length)) ?? []
    if (!box) continue
    const code = ScanCode.safeParse(scan).data?.readings.raw ?? 'unreadable'
    byBox.set(Number(box), [...(byBox.get(Number(box)) ?? []), { key, code }])
  }
  return byBox
}

/** Without a reply the box has no name, and may exist. */
function findBox(queryClient: QueryClient, storageId: number) {
  return queryClient.fetchQuery(storageQuery(storageId)).then(
    ({ alias }) => ({ alias, isDeleted: false }),
    (failure: unknown) => ({
      alias: undefined,
      isDeleted: failure instanceof CallError && failure.code === 'storage-not-found',
    }),
  )
}

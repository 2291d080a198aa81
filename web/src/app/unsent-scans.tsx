import { formatCount } from '@lims/contract/format-count.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { useNavigate } from '@tanstack/react-router'
import { type App, Button } from 'antd'
import { z } from 'zod'
import { keysWithPrefix } from '../api/browser-storage.ts'
import { hasCode } from '../api/call-error.ts'
import { pickListQuery } from '../entities/pick/pick-api.ts'
import { storageQuery } from '../entities/storage/storage-api.ts'
import { entriesOfClosedTabs, type ScanKind, unsentKey } from '../features/scanning/kept-scans.ts'
import { forgetLostScans, lostScansOf } from '../features/scanning/lost-scans.ts'

type UnsentScansTools = {
  /** The id of the person. */
  owner: string
  queryClient: QueryClient
  navigate: ReturnType<typeof useNavigate>
  notification: ReturnType<typeof App.useApp>['notification']
  /** From then on nothing is announced. */
  isUnmounted: () => boolean
}

/** Sends or announces what an earlier session of this person has left unsent. */
export function handleUnsentScans(tools: UnsentScansTools): void {
  nameLostScans(tools)
  void sendUnsentScans(tools)
  void announceBoxScans(tools)
  void announcePickScans(tools)
}

/** Stays until it is closed, also beyond a reload. */
function nameLostScans({ owner, notification }: UnsentScansTools) {
  const codes = lostScansOf(owner)
  if (codes.length === 0) return
  const isOne = codes.length === 1
  notification.warning({
    key: 'lost-scan',
    title: isOne ? `${codes[0]} was not kept` : `${formatCount(codes.length, 'scan')} were not kept`,
    description: `${isOne ? 'It was' : `${codes.join(', ')} were`} scanned before the sign-in, and nothing was done. Scan ${itOrThem(codes.length)} again.`,
    duration: 0,
    onClose: () => forgetLostScans(owner),
  })
}

async function sendUnsentScans(tools: UnsentScansTools) {
  const { owner, queryClient, isUnmounted } = tools
  let numNotSent = 0
  for (const { kind, page, load } of sentKinds) {
    const prefix = `${unsentKey({ kind, owner })}.`
    if (keysWithPrefix(localStorage, prefix).length === 0) continue
    const queueOf = await load().catch(console.error)
    if (queueOf) announceSent(tools, await queueOf(queryClient, owner).start(), page)
    else numNotSent += (await entriesOfClosedTabs(localStorage, prefix)).length
  }
  if (numNotSent > 0 && !isUnmounted()) announceNotLoaded(tools, numNotSent)
}

function announceNotLoaded(tools: UnsentScansTools, count: number) {
  announceUnsent(tools, 'unsent-not-loaded', {
    title: `${formatCount(count, 'scan')} not sent yet`,
    description: `Kept since an earlier session. The part of this page that sends ${itOrThem(count)} could not be loaded: reload the page.`,
    button: 'Reload',
    onClick: () => window.location.reload(),
  })
}

function announceSent({ notification }: UnsentScansTools, count: number, page: string) {
  if (count === 0) return
  notification.info({
    title: `${formatCount(count, 'scan is', 'scans are')} sent now`,
    description: `Kept since the browser was closed. ${page} shows what became of ${itOrThem(count)}.`,
  })
}

async function announcePickScans(tools: UnsentScansTools) {
  const { owner, queryClient, navigate, isUnmounted } = tools
  const prefix = `${unsentKey({ kind: 'picks', owner })}.`
  const entries = await entriesOfClosedTabs(localStorage, prefix)
  if (isUnmounted()) return
  const byList = Map.groupBy(entries, ({ key }) => key.slice(prefix.length).split('.')[0] ?? '')
  for (const [pickListId, scans] of byList) {
    const isGone = await isPickListGone(queryClient, pickListId)
    if (isUnmounted()) return
    announceUnsent(tools, `unsent-picks-${pickListId}`, {
      title: `${formatCount(scans.length, 'scan')} of a pick list not sent yet`,
      ...(isGone
        ? {
            description: `The pick list no longer exists. Tubes that were scanned: ${scans.map(({ scan }) => codeOf(scan)).join(', ')}.`,
            ...discardOf(scans),
          }
        : {
            description: `Kept since an earlier session. The page of the list sends ${itOrThem(scans.length)}.`,
            button: 'Open the pick list',
            onClick: () => void navigate({ to: '/picks/$pickListId', params: { pickListId } }),
          }),
    })
  }
}

async function announceBoxScans(tools: UnsentScansTools) {
  const { owner, queryClient, navigate, isUnmounted } = tools
  for (const [storageId, scans] of await unsentBoxScans(owner)) {
    const { isDeleted, alias } = await findStorageName(queryClient, storageId)
    if (isUnmounted()) return
    const name = alias ?? `storage ${storageId}`
    const open = () =>
      void navigate({ to: '/storage/$storageId/enhanced', params: { storageId: `${storageId}` } })
    announceUnsent(tools, `unsent-scans-${storageId}`, {
      title: `${formatCount(scans.length, 'scan')} into ${name} not sent yet`,
      ...(isDeleted
        ? {
            description: `The storage no longer exists. Tubes that were scanned: ${scans.map(({ code }) => code).join(', ')}.`,
            ...discardOf(scans),
          }
        : {
            description: `Kept since an earlier session. Scan in of ${name} sends ${itOrThem(scans.length)}.`,
            button: `Open ${name}`,
            onClick: open,
          }),
    })
  }
}

/** Stays until its button is pressed or it is closed. */
function announceUnsent(
  { notification }: UnsentScansTools,
  key: string,
  { title, description, button, onClick }: Announcement,
) {
  const handleClick = () => {
    notification.destroy(key)
    onClick()
  }
  const actions = (
    <Button size="small" onClick={handleClick}>
      {button}
    </Button>
  )
  notification.warning({ key, title, description, duration: 0, actions })
}

type Announcement = { title: string; description: string; button: string; onClick: () => void }

/** The button that removes kept scans which nothing can send any more. */
const discardOf = (scans: readonly { key: string }[]): Pick<Announcement, 'button' | 'onClick'> => ({
  button: scans.length === 1 ? 'Discard the scan' : 'Discard the scans',
  onClick: () => {
    for (const { key } of scans) localStorage.removeItem(key)
  },
})

const itOrThem = (count: number) => (count === 1 ? 'it' : 'them')

type SentKind = {
  kind: ScanKind
  /** Where a person sees what became of the scans. */
  page: string
  load: () => Promise<(queryClient: QueryClient, owner: string) => { start: () => Promise<number> }>
}

const sentKinds: readonly SentKind[] = [
  {
    kind: 'receive',
    page: 'Receive',
    load: async () => (await import('../pages/receive/receive-queue.ts')).receiveQueueOf,
  },
  {
    kind: 'custody',
    page: 'Check out and return',
    load: async () => (await import('../pages/custody/custody-queue.ts')).custodyQueueOf,
  },
  {
    kind: 'stock-take',
    page: 'The stock-take',
    load: async () => (await import('../pages/stock-takes/counting-queue.ts')).countingQueueOf,
  },
  {
    kind: 'moves',
    page: 'The page of the move',
    load: async () => (await import('../pages/moves/move-queue.ts')).moveQueueOf,
  },
]

type UnsentBoxScan = { key: string; code: string }

const ScanCode = z.object({ readings: z.object({ raw: z.string() }) })

const codeOf = (scan: unknown) => ScanCode.safeParse(scan).data?.readings.raw ?? 'unreadable'

/** The unsent scans of a person into boxes, by the id of the box. Scans of other open tabs are left out. */
async function unsentBoxScans(owner: string): Promise<Map<number, UnsentBoxScan[]>> {
  const prefix = `${unsentKey({ kind: 'scan-in', owner })}.`
  const entries = await entriesOfClosedTabs(localStorage, prefix)
  const byBox = new Map<number, UnsentBoxScan[]>()
  for (const { key, scan } of entries) {
    const [, box] = /^(\d{1,15})\.[^.]+$/.exec(key.slice(prefix.length)) ?? []
    if (!box) continue
    byBox.set(Number(box), [...(byBox.get(Number(box)) ?? []), { key, code: codeOf(scan) }])
  }
  return byBox
}

/** Without a reply it may exist. */
const isPickListGone = (queryClient: QueryClient, pickListId: string): Promise<boolean> =>
  queryClient.fetchQuery(pickListQuery(pickListId)).then(
    () => false,
    (failure: unknown) => hasCode(failure, 'pick-list-not-found'),
  )

/** Without a reply the box has no name, and may exist. */
function findStorageName(queryClient: QueryClient, storageId: number) {
  return queryClient.fetchQuery(storageQuery(storageId)).then(
    ({ alias }) => ({ alias, isDeleted: false }),
    (failure: unknown) => ({
      alias: undefined,
      isDeleted: hasCode(failure, 'storage-not-found'),
    }),
  )
}

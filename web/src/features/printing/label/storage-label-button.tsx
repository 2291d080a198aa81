import { DownOutlined } from '@ant-design/icons'
import { formatCount } from '@lims/contract/format-count.ts'
import type { Storage } from '@lims/contract/storage.ts'
import { storageLabelsApi } from '@lims/contract/storage-labels.ts'
import { App, Button } from 'antd'
import { call } from '../../../api/call.ts'
import { saveFile } from '../../../api/save-file.ts'
import type { Sender } from '../../../api/stored-token.ts'
import { useWrite } from '../../../api/use-write.ts'
import { useDeniedProps } from '../../../entities/session/use-may.ts'
import { ButtonMenu } from '../../../ui/button-menu.tsx'
import { choosePrinter } from '../printer/choose-printer.ts'
import { confirmAccess } from '../printer/confirm-access.ts'
import { printAgent } from '../printer/print-agent.ts'
import { PrintAgentError } from '../printer/print-agent-error.ts'
import { printerProblems } from '../printer/printer-problems.ts'
import { useHeldLabelsWarning } from '../printer/use-held-labels-warning.ts'
import { batchFileName } from './label-file.ts'
import { sentText } from './sent-text.ts'

type Job = { storage: Storage; what: 'own' | 'boxes'; to: 'printer' | 'file' }

const bodyOf = ({ storage: { id }, what }: Job) =>
  what === 'own' ? { storageIds: [id] } : { boxesInside: id }

/** Prints the label of a storage, or those of all boxes inside, or saves them as a file. */
export function StorageLabelButton({ storage }: { storage: Storage }) {
  const { modal, notification } = App.useApp()
  const denied = useDeniedProps('label.print')
  const warnIfHeld = useHeldLabelsWarning()
  const make = useWrite({
    mutationFn: async (job: Job, { token }) => {
      if (job.to === 'file') return save(job, { token })
      // Explains the permission prompt of the browser before it appears.
      return (await confirmAccess(modal)) ? print(job, { token }) : undefined
    },
    onSuccess: (made) => {
      if (!made) return
      const { title, count, printer } = made
      notification.success({ title, description: formatCount(count, 'label') })
      if (printer) warnIfHeld({ printer, count })
    },
    meta: {
      errorTitle: 'Failed to print label',
      noticeOf: (text, failure) =>
        failure instanceof PrintAgentError && failure.mayHavePrinted
          ? { title: 'The labels may have been printed', detail: text, seconds: 0 }
          : undefined,
    },
  })
  const start = (what: Job['what'], to: Job['to']) => () => make.mutate({ storage, what, to })
  const boxes =
    storage.type === 'BOX'
      ? []
      : [
          { key: 'boxes', label: 'Print labels of all boxes inside', onClick: start('boxes', 'printer') },
          { key: 'boxes-file', label: 'Save labels of all boxes inside', onClick: start('boxes', 'file') },
        ]
  return (
    <ButtonMenu
      disabled={denied.disabled === true}
      menu={{
        items: [
          { key: 'own', label: 'Print label', onClick: start('own', 'printer') },
          { key: 'own-file', label: 'Save label', onClick: start('own', 'file') },
          ...boxes,
        ],
      }}
    >
      <Button {...denied} loading={make.isPending} icon={<DownOutlined aria-hidden />} iconPlacement="end">
        Label
      </Button>
    </ButtonMenu>
  )
}

const fetchLabels = (job: Job, sender: Sender) => call(storageLabelsApi.print, { body: bodyOf(job) }, sender)

async function save(job: Job, sender: Sender) {
  const { labels } = await fetchLabels(job, sender)
  const name = batchFileName(job.storage.alias, new Date(), 'zpl')
  const content = labels.map(({ labelData }) => labelData).join('')
  saveFile({ name, content: new Blob([content], { type: 'text/plain;charset=utf-8' }) })
  return { title: 'Labels saved', count: labels.length, printer: undefined }
}

/** One job for all labels, so that the printer is checked once. Throws a `PrintAgentError` if it is not ready. */
async function print(job: Job, sender: Sender) {
  const printer = await choosePrinter()
  const { state } = await printAgent.printerStatus(printer)
  const problem = printerProblems[state]
  if (problem) throw new PrintAgentError('printer-not-ready', `${problem.message} ${problem.fix}`)
  const { labels } = await fetchLabels(job, sender)
  await printAgent.sendZpl(printer, labels.map(({ labelData }) => labelData).join(''))
  return { title: sentText(printer), count: labels.length, printer }
}

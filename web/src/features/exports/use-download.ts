import type { ExportFormat } from '@lims/contract/exports.ts'
import type { ReceivedFile } from '../../api/call-for-file.ts'
import { saveFile } from '../../api/save-file.ts'
import { useReportedMutation } from '../../api/use-reported-mutation.ts'

type Download = {
  get: (format: ExportFormat) => Promise<ReceivedFile>
  /** What is in the file, such as the id of its batch. */
  of: unknown
  errorTitle: string
}

/** Downloads a file in the requested format. */
export const useDownload = ({ get, of, errorTitle }: Download) =>
  useReportedMutation({
    mutationFn: get,
    onSuccess: saveFile,
    taskOf: (format) => [of, format],
    outlivesPage: true,
    meta: { errorTitle },
  })

import type { ExportFormat } from '@lims/contract/exports.ts'
import type { ReceivedFile } from '../../api/call-for-file.ts'
import { saveFile } from '../../api/save-file.ts'
import { useReportedMutation } from '../../api/use-reported-mutation.ts'

/** Downloads a file in the requested format. */
export const useDownload = (get: (format: ExportFormat) => Promise<ReceivedFile>, errorTitle: string) =>
  useReportedMutation({ mutationFn: get, onSuccess: saveFile, meta: { errorTitle } })

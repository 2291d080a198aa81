import type { ExportFormat } from '@lims/contract/exports.ts'
import { useMutation } from '@tanstack/react-query'
import type { ReceivedFile } from '../../api/call-for-file.ts'
import { saveFile } from '../../api/save-file.ts'

/** Downloads a file in the requested format. */
export const useDownload = (get: (format: ExportFormat) => Promise<ReceivedFile>, errorTitle: string) =>
  useMutation({ mutationFn: get, onSuccess: saveFile, meta: { errorTitle } })

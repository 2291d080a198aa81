import type { ExportFormat } from '@lims/contract/exports.ts'
import { useMutation } from '@tanstack/react-query'
import type { ReceivedFile } from '../../api/call-for-file.ts'
import { saveFile } from '../../api/save-file.ts'

/** Fetches a file in the format asked for, and hands it to the browser. */
export const useDownload = (get: (format: ExportFormat) => Promise<ReceivedFile>, errorTitle: string) =>
  useMutation({ mutationFn: get, onSuccess: saveFile, meta: { errorTitle } })

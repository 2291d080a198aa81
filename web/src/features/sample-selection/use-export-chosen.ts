import { type ExportFormat, exportsApi } from '@lims/contract/exports.ts'
import { useMutation } from '@tanstack/react-query'
import { callForFile } from '../../api/call-for-file.ts'
import { saveFile } from '../../api/save-file.ts'

type Choice = { sampleIds: readonly string[]; format: ExportFormat }

/** Downloads the chosen samples as a file. */
export const useExportChosen = () =>
  useMutation({
    mutationFn: ({ sampleIds, format }: Choice) =>
      callForFile(exportsApi.chosen, { body: { sampleIds: [...sampleIds], format } }),
    onSuccess: saveFile,
    meta: { errorTitle: 'Failed to export the samples' },
  })

import { type ExportFormat, exportsApi } from '@lims/contract/exports.ts'
import { callForFile } from '../../api/call-for-file.ts'
import { saveFile } from '../../api/save-file.ts'
import { useReportedMutation } from '../../api/use-reported-mutation.ts'

type Choice = { sampleIds: readonly string[]; format: ExportFormat }

/** Downloads the chosen samples as a file. */
export const useExportChosen = () =>
  useReportedMutation({
    mutationFn: ({ sampleIds, format }: Choice) =>
      callForFile(exportsApi.chosen, { body: { sampleIds: [...sampleIds], format } }),
    onSuccess: saveFile,
    outlivesPage: true,
    meta: { errorTitle: 'Failed to export the samples' },
  })

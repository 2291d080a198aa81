import { formatCount } from '@lims/contract/format-count.ts'
import type { ChosenSample } from '@lims/contract/sample-bulk.ts'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../api/query-error.tsx'
import { SetCustodyDialog } from '../../entities/custody/set-custody-dialog.tsx'
import { chosenQuery } from '../../entities/sample/chosen-api.ts'

type Props = {
  samples: readonly ChosenSample[]
  isOpen: boolean
  onClose: () => void
  onDone: () => void
}

/** Changes the custody of the chosen samples by hand. */
export function CustodyChosenDialog({ samples, isOpen, onClose, onDone }: Props) {
  const sampleIds = samples.map(({ id }) => id)
  const chosen = useQuery({ ...chosenQuery(sampleIds), enabled: isOpen })
  return (
    <SetCustodyDialog
      title={`Custody of ${formatCount(samples.length, 'sample')}`}
      sampleIds={sampleIds}
      from={chosen.data && [...new Set(chosen.data.map(({ custody }) => custody))]}
      isOpen={isOpen}
      onClose={onClose}
      onDone={onDone}
    >
      {chosen.isError && <QueryError title="The samples could not be loaded" query={chosen} />}
    </SetCustodyDialog>
  )
}

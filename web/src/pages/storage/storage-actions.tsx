import { AppstoreOutlined } from '@ant-design/icons'
import { ConfirmedDeleteButton, EditLink, RowActions, RowLink } from '../../ui/row-actions.tsx'

const question = 'Are you sure you want to delete this storage? This action cannot be undone.'

type Props = { id: number; alias: string; onDelete: (storage: { id: number; alias: string }) => void }

export function StorageActions({ id, alias, onDelete }: Props) {
  const of = { name: alias, params: { storageId: `${id}` } }
  return (
    <RowActions>
      <EditLink {...of} to="/storage/$storageId/edit" />
      <RowLink
        {...of}
        what="Enhanced View of"
        to="/storage/$storageId/enhanced"
        icon={<AppstoreOutlined aria-hidden />}
      />
      <ConfirmedDeleteButton name={alias} question={question} onDelete={() => onDelete({ id, alias })} />
    </RowActions>
  )
}

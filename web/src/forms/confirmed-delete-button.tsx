import { DeleteButton, type DeleteProps } from '../ui/row-actions.tsx'
import { type ConfirmDelete, useConfirmDelete } from './use-confirm-delete.ts'

/** Deletes after confirmation. */
export const ConfirmedDeleteButton = ({
  disabled,
  title,
  ...props
}: ConfirmDelete & Pick<DeleteProps, 'disabled' | 'title'>) => (
  <DeleteButton
    name={props.name}
    {...(disabled && { disabled })}
    {...(title && { title })}
    onClick={useConfirmDelete(props)}
  />
)

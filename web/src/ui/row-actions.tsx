import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { createLink } from '@tanstack/react-router'
import { Button, type ButtonProps } from 'antd'
import type { ReactNode } from 'react'
import { focusNear } from './focus-near.ts'
import styles from './row-actions.module.css'
import { type DeleteQuestion, useDeleteQuestion } from './use-delete-question.ts'

const look = { color: 'default', variant: 'text', size: 'small' } as const

/** What can be done with one row of a list, as icons with names. */
export const RowActions = ({ children }: { children: ReactNode }) => (
  <span className={styles.actions}>{children}</span>
)

type Named = { what: string; name: string }

const IconButton = ({ what, name, ...rest }: ButtonProps & Named) => (
  <Button {...look} {...rest} aria-label={`${what} ${name}`} title={what.replace(/ of$/, '')} />
)

export const RowLink = createLink(IconButton)

export const EditLink = createLink((props: ButtonProps & { name: string }) => (
  <IconButton {...props} what="Edit" icon={<EditOutlined aria-hidden />} />
))

type DeleteProps = {
  name: string
  size?: 'small' | 'middle'
  loading?: boolean
  /** Is told how to bring back the focus once the row is gone. */
  onClick: (refocus: () => void) => void
}

export const DeleteButton = ({ onClick, ...rest }: DeleteProps) => (
  <IconButton
    {...rest}
    what="Delete"
    color="danger"
    data-deletes
    icon={<DeleteOutlined aria-hidden />}
    onClick={({ currentTarget }) => onClick(focusNear(currentTarget))}
  />
)

/** Asks before it deletes. */
export const DeleteAfterQuestion = (asked: DeleteQuestion) => (
  <DeleteButton name={asked.name} onClick={useDeleteQuestion(asked)} />
)

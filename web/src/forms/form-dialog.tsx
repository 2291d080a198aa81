import { Form, type FormInstance, type FormProps, Modal, type ModalProps } from 'antd'
import type { ReactNode } from 'react'
import { KeptFormInput } from './kept-form-input.tsx'
import { SavedFields } from './saved-fields.tsx'
import type { SavingWrite } from './use-may-be-saved.ts'

type Props<Values> = Pick<ModalProps, 'title' | 'okText' | 'width' | 'style' | 'afterClose'> &
  Pick<FormProps<Values>, 'initialValues' | 'validateTrigger' | 'onValuesChange'> & {
    form: FormInstance<Values>
    isOpen: boolean
    onClose: () => void
    /** Called when the dialog has opened, to focus a field. */
    onOpened?: () => void
    isDanger?: boolean
    isDisabled?: boolean
    /** While what was submitted is saved, nothing else is submitted, and the dialog stays open. */
    isWorking?: boolean
    /** Names the input that is kept while the dialog is open, and `draftField` its one field; see `KeptFormInput`. */
    draftName: string
    draftField?: string
    /** The write that creates a record, if this dialog creates one. */
    creation?: SavingWrite
    /** Shown above the fields. */
    intro?: ReactNode
    onSubmit: (values: Values) => void
    children: ReactNode
  }

/** A form in a dialog, which its OK button and Enter submit. */
export function FormDialog<Values extends object>({
  form,
  isOpen,
  onClose,
  onOpened,
  isDanger = false,
  isDisabled = false,
  isWorking = false,
  draftName,
  draftField,
  creation,
  intro,
  initialValues,
  validateTrigger = 'onChange',
  onValuesChange = () => {},
  onSubmit,
  children,
  ...modal
}: Props<Values>) {
  return (
    <Modal
      width={460}
      {...modal}
      open={isOpen}
      onCancel={onClose}
      afterOpenChange={(opened) => opened && onOpened?.()}
      onOk={form.submit}
      okButtonProps={{ danger: isDanger, disabled: isDisabled }}
      // Also keeps it open: a dialog that is closed before the reply misses it, or the reply closes the next one.
      confirmLoading={isWorking}
      destroyOnHidden
    >
      {intro}
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        preserve={false}
        {...(initialValues && { initialValues })}
        validateTrigger={validateTrigger}
        onValuesChange={onValuesChange}
        onFinish={(values) => !isWorking && onSubmit(values)}
      >
        <KeptFormInput
          name={draftName}
          {...(draftField !== undefined && { field: draftField })}
          {...(creation && { creation })}
        />
        <SavedFields isSaving={isWorking}>{children}</SavedFields>
        {/* Lets Enter in a field submit the form: the visible buttons are outside it. */}
        <button type="submit" hidden />
      </Form>
    </Modal>
  )
}

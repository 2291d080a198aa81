import { parsePositionLabel } from '@lims/contract/positions.ts'
import {
  LocationForm,
  type SampleLocation,
  type SampleLocationReply,
} from '@lims/contract/sample-location.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Form, type FormInstance, Input, type InputRef, Modal, type RefSelectProps } from 'antd'
import { useRef, useState } from 'react'
import { hasCode } from '../../../../api/call-error.ts'
import { PlacePath } from '../../../../entities/storage/place-path.tsx'
import { storageQuery } from '../../../../entities/storage/storage-api.ts'
import { StorageSelect } from '../../../../entities/storage/storage-select.tsx'
import { KeptFormInput } from '../../../../forms/kept-form-input.tsx'
import { SavedFields } from '../../../../forms/saved-fields.tsx'
import { zodRule } from '../../../../forms/zod-rule.ts'
import { notCorrected } from '../../../../ui/not-corrected.ts'
import { useOpenings } from '../../../../ui/use-openings.ts'
import styles from './location-dialog.module.css'
import { NextFreeCell } from './next-free-cell.tsx'
import { type SeenLocation, useRemoveLocation, useUpdateLocation } from './use-sample-location.ts'
import { type LocationValues, useSuggestedCell } from './use-suggested-cell.ts'

type Props = {
  sample: Pick<Sample, 'id' | 'name'>
  /** Its current location; undefined if it could not be loaded. */
  location: SampleLocationReply | undefined
  isOpen: boolean
  onClose: () => void
}

const { storageId: storageRule, location: locationRule } = LocationForm.shape

/** Stores a sample, moves it or takes it out of storage. Begins at its current location each time. */
export const LocationDialog = (props: Props) => <OpenDialog key={useOpenings(props.isOpen)} {...props} />

function OpenDialog({ sample, location, isOpen, onClose }: Props) {
  const [form] = Form.useForm<LocationValues>()
  const update = useUpdateLocation()
  const remove = useRemoveLocation()
  const { seen: before, noteRefusal } = useSeenLocation(location)
  const outcomes = { onSuccess: onClose, onError: noteRefusal }
  const storageField = useRef<RefSelectProps>(null)
  const locationField = useRef<InputRef>(null)
  const { boxId, focusOnceFilled } = useSuggestedCell(form, locationField)
  const existingCell = useExistingCellRule(form)
  const [wasRefused, setRefused] = useState(false)

  function handleOpen(opened: boolean) {
    if (!opened) return setRefused(false)
    if (!location?.inStorage) return storageField.current?.focus()
    locationField.current?.focus({ cursor: 'all' })
    if (!form.getFieldValue('location')) focusOnceFilled()
  }

  function chooseFree(label: string) {
    form.setFieldValue('location', label)
    void form.validateFields(['location'])
    locationField.current?.focus()
  }

  function submit({ storageId, location: label }: LocationValues) {
    if (update.isPending || storageId === undefined) return
    update.mutate({ sample, before, storageId, label }, outcomes)
  }

  return (
    <Modal
      title="Update Location"
      open={isOpen}
      onCancel={onClose}
      afterOpenChange={handleOpen}
      width={480}
      destroyOnHidden
      footer={[
        before?.inStorage && (
          <Button
            key="remove"
            danger
            className={styles.remove ?? ''}
            loading={remove.isPending}
            onClick={() => remove.mutate({ sample, before }, outcomes)}
          >
            Remove Location
          </Button>
        ),
        <Button key="cancel" onClick={onClose}>
          Cancel
        </Button>,
        <Button key="submit" type="primary" loading={update.isPending} onClick={form.submit}>
          Submit
        </Button>,
      ]}
    >
      <dl className={styles.current}>
        <dt>Current Location</dt>
        <dd>
          <Current location={location} />
        </dd>
      </dl>
      <Form
        form={form}
        layout="vertical"
        preserve={false}
        initialValues={initialValuesOf(location)}
        // No error is shown before it was submitted.
        validateTrigger={wasRefused ? 'onChange' : 'onSubmit'}
        onFinish={submit}
        onFinishFailed={() => setRefused(true)}
        onValuesChange={({ storageId }: Partial<LocationValues>) => {
          if (storageId !== undefined) focusOnceFilled()
        }}
      >
        <KeptFormInput name={`location.${sample.id}`} />
        <SavedFields isSaving={update.isPending || remove.isPending}>
          <Form.Item name="storageId" label="Storage" rules={[zodRule(storageRule)]}>
            <StorageSelect ref={storageField} type="BOX" placeholder="Choose a box" />
          </Form.Item>
          <Form.Item
            name="location"
            label="Location"
            dependencies={wasRefused ? ['storageId'] : []}
            validateFirst
            rules={[zodRule(locationRule), existingCell]}
            extra={boxId !== undefined && <NextFreeCell storageId={boxId} onChoose={chooseFree} />}
          >
            <Input ref={locationField} {...notCorrected} placeholder="B4" />
          </Form.Item>
        </SavedFields>
        {/* Makes Enter submit the form: the visible buttons are outside of it. */}
        <button type="submit" hidden />
      </Form>
    </Modal>
  )
}

/**
 * Returns the current location with the custody of which the person knows: that which was read first, until a refusal
 * has named a newer one. The dialog shows where the tube is, but not who has it.
 */
function useSeenLocation(location: SampleLocationReply | undefined) {
  const [known, setKnown] = useState(location)
  if (!known && location) setKnown(location)
  const seen: SeenLocation | undefined = location && { ...location, custodyEventId: known?.custodyEventId }

  function noteRefusal(failure: Error) {
    // The location was fetched again by now.
    if (hasCode(failure, 'custody-not-possible')) setKnown(undefined)
  }
  return { seen, noteRefusal }
}

/** Starts with the current box, because tubes often move within it. */
const initialValuesOf = (location: SampleLocation | undefined): LocationValues => ({
  location: '',
  ...(location?.inStorage && { storageId: location.storageId }),
})

/** Refuses a label outside the grid of the chosen box like an empty one. */
function useExistingCellRule(form: FormInstance<LocationValues>) {
  const queryClient = useQueryClient()
  return {
    validator: async (_rule: unknown, label: string) => {
      const { storageId } = form.getFieldsValue()
      const storage = queryClient.getQueryData(storageQuery(storageId ?? 0).queryKey)
      if (storage && label && !parsePositionLabel(label, storage)) throw new Error('Please input location')
    },
  }
}

function Current({ location }: { location: SampleLocation | undefined }) {
  if (!location || (location.inStorage && location.path.length === 0)) return 'Unknown location'
  return location.inStorage ? <PlacePath {...location} /> : 'Not in storage'
}

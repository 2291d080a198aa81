import { parsePositionLabel } from '@lims/contract/positions.ts'
import { LocationForm, type SampleLocation } from '@lims/contract/sample-location.ts'
import type { Sample } from '@lims/contract/samples.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Form, Input, type InputRef, Modal, type RefSelectProps } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { nextFreeLabel } from '../../../../entities/storage/next-cell.ts'
import { PlacePath } from '../../../../entities/storage/place-path.tsx'
import { freshOccupancyQuery, storageQuery } from '../../../../entities/storage/storage-api.ts'
import { StorageSelect } from '../../../../entities/storage/storage-select.tsx'
import { KeptFormInput } from '../../../../forms/kept-form-input.tsx'
import { zodRule } from '../../../../forms/zod-rule.ts'
import { useOpenings } from '../../../../ui/use-openings.ts'
import styles from './location-dialog.module.css'
import { NextFreeCell } from './next-free-cell.tsx'
import { useRemoveLocation, useUpdateLocation } from './use-sample-location.ts'

type Values = { storageId?: number; location: string }

type Props = {
  sample: Pick<Sample, 'id' | 'name'>
  /** Its current location; undefined if it could not be loaded. */
  location: SampleLocation | undefined
  isOpen: boolean
  onClose: () => void
}

const { storageId: storageRule, location: locationRule } = LocationForm.shape

/** Stores a sample, moves it or takes it out of storage. Begins at its current location each time. */
export const LocationDialog = (props: Props) => <OpenDialog key={useOpenings(props.isOpen)} {...props} />

function OpenDialog({ sample, location, isOpen, onClose }: Props) {
  const [form] = Form.useForm<Values>()
  const queryClient = useQueryClient()
  const update = useUpdateLocation()
  const remove = useRemoveLocation()
  const chosen: number | undefined = Form.useWatch('storageId', form)
  const storageField = useRef<RefSelectProps>(null)
  const locationField = useRef<InputRef>(null)
  const [wasRefused, setRefused] = useState(false)

  const free = useFreeCell(chosen)
  const typed: string | undefined = Form.useWatch('location', form)
  /** Whether the cell gets the focus once it is filled in. */
  const focusesCell = useRef(false)

  // Fills in the first free cell, unless a cell was typed already.
  useEffect(() => {
    if (free !== undefined && !form.isFieldTouched('location')) form.setFieldValue('location', free ?? '')
  }, [form, free])

  // Enter then submits, and a digit replaces the suggestion.
  useEffect(() => {
    if (!focusesCell.current || free === undefined || typed !== (free ?? '')) return
    focusesCell.current = false
    locationField.current?.focus({ cursor: 'all' })
  }, [free, typed])

  function handleOpen(opened: boolean) {
    if (!opened) return setRefused(false)
    if (location?.inStorage) locationField.current?.focus({ cursor: 'all' })
    else storageField.current?.focus()
  }

  function submit({ storageId, location: label }: Values) {
    if (update.isPending || storageId === undefined) return
    update.mutate({ sample, before: location, storageId, label }, { onSuccess: onClose })
  }

  /** A label outside the grid of the chosen storage is refused like an empty one. */
  const existingCell = {
    validator: async (_rule: unknown, label: string) => {
      const { storageId } = form.getFieldsValue()
      const storage = queryClient.getQueryData(storageQuery(storageId ?? 0).queryKey)
      if (storage && label && !parsePositionLabel(label, storage)) throw new Error('Please input location')
    },
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
        location?.inStorage && (
          <Button
            key="remove"
            danger
            className={styles.remove ?? ''}
            loading={remove.isPending}
            onClick={() => remove.mutate({ sample, before: location }, { onSuccess: onClose })}
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
        onValuesChange={({ storageId }: Partial<Values>) => {
          if (storageId !== undefined) focusesCell.current = true
        }}
      >
        <KeptFormInput name={`location.${sample.id}`} />
        <Form.Item name="storageId" label="Storage" rules={[zodRule(storageRule)]}>
          <StorageSelect ref={storageField} type="BOX" placeholder="Choose a box" />
        </Form.Item>
        <Form.Item
          name="location"
          label="Location"
          dependencies={wasRefused ? ['storageId'] : []}
          validateFirst
          rules={[zodRule(locationRule), existingCell]}
          extra={
            chosen !== undefined && (
              <NextFreeCell
                storageId={chosen}
                onChoose={(label) => {
                  form.setFieldValue('location', label)
                  void form.validateFields(['location'])
                  locationField.current?.focus()
                }}
              />
            )
          }
        >
          <Input ref={locationField} autoComplete="off" placeholder="B4" />
        </Form.Item>
        {/* Makes Enter submit the form: the visible buttons are outside of it. */}
        <button type="submit" hidden />
      </Form>
    </Modal>
  )
}

/** Starts with the current box, because tubes often move within it. */
const initialValuesOf = (location: SampleLocation | undefined): Values => ({
  location: '',
  ...(location?.inStorage && { storageId: location.storageId }),
})

/** The first free cell of a box; null if it is full, undefined while that is not known. */
function useFreeCell(storageId: number | undefined): string | null | undefined {
  const isChosen = storageId !== undefined
  const storage = useQuery({ ...storageQuery(storageId ?? 0), enabled: isChosen })
  const occupancy = useQuery({ ...freshOccupancyQuery(storageId ?? 0), enabled: isChosen })
  if (!isChosen || !storage.data || !occupancy.data) return undefined
  return nextFreeLabel(storage.data, occupancy.data) ?? null
}

function Current({ location }: { location: SampleLocation | undefined }) {
  if (!location || (location.inStorage && location.path.length === 0)) return 'Unknown location'
  return location.inStorage ? <PlacePath {...location} /> : 'Not in storage'
}

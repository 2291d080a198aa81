import { useQuery } from '@tanstack/react-query'
import { Form, type FormInstance, type InputRef } from 'antd'
import { type RefObject, useEffect, useRef } from 'react'
import { nextFreeLabel } from '../../../../entities/storage/next-cell.ts'
import { freshOccupancyQuery, storageQuery } from '../../../../entities/storage/storage-api.ts'

export type LocationValues = { storageId?: number; location: string }

/**
 * Fills in the first free cell of the box that the form has, unless a cell was typed already. After `focusOnceFilled`,
 * which the choice of another box calls, the field gets the focus with it: Enter then submits, and a digit replaces it.
 */
export function useSuggestedCell(form: FormInstance<LocationValues>, field: RefObject<InputRef | null>) {
  const boxId: number | undefined = Form.useWatch('storageId', form)
  const typed: string | undefined = Form.useWatch('location', form)
  const free = useFreeCell(boxId)
  const focusesField = useRef(false)

  // Synchronises with the form, which antd holds.
  useEffect(() => {
    if (free === undefined || form.isFieldTouched('location')) return
    // `setFieldValue` would count as typed: no suggestion for another box, and a question at Back.
    form.setFields([{ name: 'location', value: free ?? '', errors: [], touched: false }])
  }, [form, free])

  // Synchronises with the focus.
  useEffect(() => {
    // What the person has typed in the meantime is left alone.
    if (form.isFieldTouched('location')) focusesField.current = false
    if (!focusesField.current || free === undefined || typed !== (free ?? '')) return
    focusesField.current = false
    field.current?.focus({ cursor: 'all' })
  }, [form, field, free, typed])

  function focusOnceFilled() {
    focusesField.current = true
  }

  return { boxId, focusOnceFilled }
}

/** The first free cell of a box; null if it is full, undefined while that is not known. */
function useFreeCell(storageId: number | undefined): string | null | undefined {
  const isChosen = storageId !== undefined
  const storage = useQuery({ ...storageQuery(storageId ?? 0), enabled: isChosen })
  const occupancy = useQuery({ ...freshOccupancyQuery(storageId ?? 0), enabled: isChosen })
  if (!isChosen || !storage.data || !occupancy.data) return undefined
  return nextFreeLabel(storage.data, occupancy.data) ?? null
}

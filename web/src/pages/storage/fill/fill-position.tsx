import { type Cell, positionLabel } from '@lims/contract/positions.ts'
import type { Storage } from '@lims/contract/storage.ts'
import type { StorageType } from '@lims/contract/storage-type.ts'
import { Modal } from 'antd'
import { useCallback, useRef, useState } from 'react'
import { AssociateSample } from './associate-sample.tsx'
import { AssociateStorage } from './associate-storage.tsx'
import { CreateSampleHere } from './create-sample-here.tsx'
import { CreateStorageHere } from './create-storage-here.tsx'
import styles from './fill-position.module.css'

type Step = 'choose' | 'associate' | 'create'
type Props = { isOpen: boolean; storage: Storage; cell: Cell; onClose: () => void }

/** The button that led to a step is gone with the step before; the focus goes on in this one. */
const focusFirst = (step: HTMLElement | null) => step?.querySelector<HTMLElement>('input, button')?.focus()

/** Only in these something new can be made in a cell. */
const creatable: readonly StorageType[] = ['BOX', 'FREEZER', 'RACK']

/** Fills an empty cell. One dialog with steps, so that closing it leads back to the cell. */
export function FillPosition({ isOpen, storage, cell, onClose }: Props) {
  const [step, setStep] = useState<Step>('choose')
  const shown = useRef<HTMLDivElement>(null)
  const begin = useCallback((element: HTMLDivElement | null) => {
    shown.current = element
    focusFirst(element)
  }, [])
  const label = positionLabel(cell, storage)
  const thing = storage.type === 'BOX' ? 'sample' : 'storage'
  const titles: Record<Step, string> = {
    choose: `Fill Position ${label}`,
    associate: `Associate ${thing} with ${label}`,
    create: `Create ${thing} in ${label}`,
  }
  const here = { storage, cell, label, onBack: () => setStep('choose'), onDone: onClose }

  return (
    <Modal
      title={titles[step]}
      open={isOpen}
      onCancel={onClose}
      // While it opens it is not to be seen, and takes no focus in some browsers.
      afterOpenChange={(opened) => (opened ? focusFirst(shown.current) : setStep('choose'))}
      width={step === 'associate' ? 720 : 520}
      footer={null}
      destroyOnHidden
    >
      <div key={step} ref={begin}>
        {step === 'choose' && <Choices storage={storage} thing={thing} onChoose={setStep} />}
        {step === 'associate' &&
          (storage.type === 'BOX' ? <AssociateSample {...here} /> : <AssociateStorage {...here} />)}
        {step === 'create' &&
          (storage.type === 'BOX' ? <CreateSampleHere {...here} /> : <CreateStorageHere {...here} />)}
      </div>
    </Modal>
  )
}

type ChoicesProps = { storage: Storage; thing: string; onChoose: (step: Step) => void }

function Choices({ storage, thing, onChoose }: ChoicesProps) {
  return (
    <div className={styles.choices}>
      <button type="button" className={styles.choice} onClick={() => onChoose('associate')}>
        <b>Associate Existing</b>
        <span>Put a {thing} here that stands in no cell yet.</span>
      </button>
      {creatable.includes(storage.type) && (
        <button type="button" className={styles.choice} onClick={() => onChoose('create')}>
          <b>Create New</b>
          <span>Make a new {thing} and put it here.</span>
        </button>
      )}
    </div>
  )
}

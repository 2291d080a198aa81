import { type Cell, positionLabel } from '@lims/contract/positions.ts'
import type { Storage } from '@lims/contract/storage.ts'
import type { StorageType } from '@lims/contract/storage-type.ts'
import { useIsMutating } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useCallback, useRef, useState } from 'react'
import { useDeniedProps } from '../../../entities/session/use-may.ts'
import { AssociateSampleStep } from './associate-sample-step.tsx'
import { AssociateStorageStep } from './associate-storage-step.tsx'
import { CreateSampleStep } from './create-sample-step.tsx'
import { CreateStorageStep } from './create-storage-step.tsx'
import styles from './fill-position.module.css'
import { creationKey, type FillStepProps } from './fill-step.ts'

type Step = 'choose' | 'associate' | 'create'
type Props = { isOpen: boolean; storage: Storage; cell: Cell; onClose: () => void }

/** The button that opened a step disappears with the previous step, so the focus moves into the new one. */
const focusFirst = (step: HTMLElement | null) => step?.querySelector<HTMLElement>('input, button')?.focus()

/** The storages that offer Create New for an empty cell. */
const creatable: readonly StorageType[] = ['BOX', 'FREEZER', 'RACK']

/**
 * The dialog for an empty cell. Its steps share one dialog, so that closing any of them returns the focus to the cell.
 */
export function FillPosition({ isOpen, storage, cell, onClose }: Props) {
  const [step, setStep] = useState<Step>('choose')
  const shownStep = useRef<HTMLDivElement>(null)
  const showStep = useCallback((element: HTMLDivElement | null) => {
    shownStep.current = element
    focusFirst(element)
  }, [])
  const label = positionLabel(cell, storage)
  const noun = storage.type === 'BOX' ? 'sample' : 'storage'
  const titles: Record<Step, string> = {
    choose: `Fill Position ${label}`,
    associate: `Associate ${noun} with ${label}`,
    create: `Create ${noun} in ${label}`,
  }
  const isCreating = useIsMutating({ mutationKey: creationKey }) > 0
  const stepProps: FillStepProps = { storage, cell, label, onBack: () => setStep('choose'), onDone: onClose }

  return (
    <Modal
      title={titles[step]}
      open={isOpen}
      // Closed before its reply, it would lose what was entered, or the reply would close the dialog of the next cell.
      onCancel={() => !isCreating && onClose()}
      // While the dialog opens it is invisible, and some browsers give it no focus.
      afterOpenChange={(opened) => (opened ? focusFirst(shownStep.current) : setStep('choose'))}
      width={step === 'associate' ? 720 : 520}
      footer={null}
      destroyOnHidden
    >
      <div key={step} ref={showStep}>
        {step === 'choose' && <Choices storage={storage} noun={noun} onChoose={setStep} />}
        {step === 'associate' &&
          (storage.type === 'BOX' ? (
            <AssociateSampleStep {...stepProps} />
          ) : (
            <AssociateStorageStep {...stepProps} />
          ))}
        {step === 'create' &&
          (storage.type === 'BOX' ? (
            <CreateSampleStep {...stepProps} />
          ) : (
            <CreateStorageStep {...stepProps} />
          ))}
      </div>
    </Modal>
  )
}

type ChoicesProps = { storage: Storage; noun: string; onChoose: (step: Step) => void }

function Choices({ storage, noun, onChoose }: ChoicesProps) {
  const denied = useDeniedProps(storage.type === 'BOX' ? 'sample.create' : 'storage.edit')
  return (
    <div className={styles.choices}>
      <button type="button" className={styles.choice} onClick={() => onChoose('associate')}>
        <b>Associate Existing</b>
        <span>Put a {noun} here that is not in storage yet.</span>
      </button>
      {creatable.includes(storage.type) && (
        <button
          type="button"
          className={styles.choice}
          disabled={denied.disabled}
          onClick={() => onChoose('create')}
        >
          <b>Create New</b>
          <span>{denied.title ?? `Create a new ${noun} and put it here.`}</span>
        </button>
      )}
    </div>
  )
}

import { Alert, Input, Radio } from 'antd'
import styles from './print-dialog.module.css'
import type { WhichLabels } from './print-run-api.ts'

type Props = { text: string; which: WhichLabels; onWhich: (which: WhichLabels) => void }

/** Two labels of one tube are a mix-up in the making: whoever wants a second one says why. */
export function ReprintQuestion({ text, which, onWhich }: Props) {
  const isAll = !which.onlyUnprinted
  return (
    <fieldset className={styles.question}>
      <Alert type="warning" showIcon title={text} />
      <Radio.Group
        vertical
        value={isAll ? 'all' : 'rest'}
        onChange={({ target }) => onWhich(target.value === 'all' ? { reason: '' } : { onlyUnprinted: true })}
      >
        {/* The question comes after Start was pressed, and is what must be answered next. */}
        <Radio value="rest" autoFocus>
          Print only the labels that were surely not printed yet
        </Radio>
        <Radio value="all">Print all labels again</Radio>
      </Radio.Group>
      {isAll && (
        <>
          <label htmlFor="reprint-reason">Reason</label>
          <Input
            id="reprint-reason"
            autoFocus
            maxLength={500}
            placeholder="The first labels were smudged"
            value={which.reason}
            onChange={({ target }) => onWhich({ reason: target.value })}
          />
        </>
      )}
    </fieldset>
  )
}

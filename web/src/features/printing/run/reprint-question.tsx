import { Alert, Input, Radio } from 'antd'
import styles from './print-dialog.module.css'
import { labelCount } from './print-progress.ts'
import type { LabelSelection } from './print-run-api.ts'

type Props = {
  total: number
  printedBefore: number
  which: LabelSelection
  onWhich: (which: LabelSelection) => void
}

/** Two labels of one tube are a mix-up in the making: whoever wants a second one says why. */
export function ReprintQuestion({ total, printedBefore, which, onWhich }: Props) {
  const isRest = printedBefore < total
  const isAll = !which.onlyUnprinted
  return (
    <fieldset className={styles.question}>
      <Alert
        type="warning"
        showIcon
        title={
          isRest
            ? `${printedBefore.toLocaleString('en')} of ${labelCount(total)} were printed before.`
            : total === 1
              ? 'The label was printed before.'
              : `All ${labelCount(total)} were printed before.`
        }
        description={
          isAll && 'Two tubes with the same label cannot be told apart. Say why they are printed again.'
        }
      />
      {isRest && (
        <Radio.Group
          vertical
          value={isAll ? 'all' : 'rest'}
          onChange={({ target }) =>
            onWhich(target.value === 'all' ? { reason: '' } : { onlyUnprinted: true })
          }
        >
          <Radio value="rest">Print only the labels that were surely not printed yet</Radio>
          <Radio value="all">Print all labels again</Radio>
        </Radio.Group>
      )}
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

import { formatNumber } from '@lims/contract/format-count.ts'
import { Alert, Input, Radio } from 'antd'
import styles from './print-dialog.module.css'
import { labelCount } from './print-progress.ts'
import type { LabelSelection } from './print-run-api.ts'

type Props = {
  total: number
  printedBefore: number
  selection: LabelSelection
  onSelect: (selection: LabelSelection) => void
}

/** Asks which labels to print when some were printed before: a second label of a tube needs a reason. */
export function ReprintQuestion({ total, printedBefore, selection, onSelect }: Props) {
  const hasUnprinted = printedBefore < total
  const isAll = !selection.onlyUnprinted
  return (
    <fieldset className={styles.question}>
      <Alert
        type="warning"
        showIcon
        title={
          hasUnprinted
            ? `${formatNumber(printedBefore)} of ${labelCount(total)} were printed before.`
            : total === 1
              ? 'The label was printed before.'
              : `All ${labelCount(total)} were printed before.`
        }
        description={
          isAll &&
          'Two tubes with the same label cannot be told apart. Give a reason for printing them again.'
        }
      />
      {hasUnprinted && (
        <Radio.Group
          aria-label="Labels to print"
          vertical
          value={isAll ? 'all' : 'rest'}
          onChange={({ target }) =>
            onSelect(target.value === 'all' ? { reason: '' } : { onlyUnprinted: true })
          }
        >
          <Radio value="rest">Print only the labels that were definitely not printed yet</Radio>
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
            value={selection.reason}
            onChange={({ target }) => onSelect({ reason: target.value })}
          />
        </>
      )}
    </fieldset>
  )
}

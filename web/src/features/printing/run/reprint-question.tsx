import { formatNumber } from '@lims/contract/format-count.ts'
import type { PrintedBefore } from '@lims/contract/print-runs.ts'
import { Alert, Radio } from 'antd'
import { SampleLink } from '../../../entities/sample/sample-link.tsx'
import { ReasonText } from '../../../ui/reason-text.tsx'
import styles from './print-dialog.module.css'
import { labelCount } from './print-progress.ts'
import type { LabelSelection } from './print-run-api.ts'

type Props = {
  before: PrintedBefore
  selection: LabelSelection
  onSelect: (selection: LabelSelection) => void
}

/** Asks which labels to print when some were printed before: a second label of a tube needs a reason. */
export function ReprintQuestion({ before, selection, onSelect }: Props) {
  const hasUnprinted = before.printedBefore < before.total
  const isAll = !selection.onlyUnprinted
  return (
    <fieldset className={styles.question}>
      <Alert
        type="warning"
        showIcon
        title={describePrinted(before)}
        description={
          <>
            {before.inDoubt > 0 && <InDoubt before={before} />}
            {isAll &&
              'Two tubes with the same label cannot be told apart. Give a reason for printing them again.'}
          </>
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
          <ReasonText
            id="reprint-reason"
            autoFocus
            placeholder="The first labels were smudged"
            value={selection.reason}
            onChange={({ target }) => onSelect({ reason: target.value })}
          />
        </>
      )}
    </fieldset>
  )
}

/** '5 of 8 labels were printed before, and 1 may have been.' */
function describePrinted({ total, printedBefore, inDoubt }: PrintedBefore): string {
  const printed = printedBefore - inDoubt
  const count = printed || inDoubt
  const verb = printed === 0 ? 'may have been' : count === 1 ? 'was' : 'were'
  if (total === 1) return `The label ${verb} printed before.`
  const which =
    count === total ? `All ${labelCount(total)}` : `${formatNumber(count)} of ${labelCount(total)}`
  const doubt = printed > 0 && inDoubt > 0 ? `, and ${formatNumber(inDoubt)} may have been` : ''
  return `${which} ${verb} printed before${doubt}.`
}

/** Names samples without a label that is known to be printed; a person decides about it on the page of the sample. */
function InDoubt({ before: { inDoubt, samplesInDoubt } }: { before: PrintedBefore }) {
  const more = inDoubt - samplesInDoubt.length
  return (
    <>
      <p>
        Check whether {inDoubt === 1 ? 'the label in doubt is' : 'the labels in doubt are'} there. If not,
        record it on the page of the sample: it is then printed with those not printed yet.
      </p>
      <ul>
        {samplesInDoubt.map(({ sampleId, sampleName, tubeId }) => (
          <li key={sampleId}>
            <SampleLink id={sampleId} name={sampleName} alias={tubeId} />
          </li>
        ))}
        {more > 0 && <li>and {formatNumber(more)} more</li>}
      </ul>
    </>
  )
}

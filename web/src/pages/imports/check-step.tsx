import { formatCount, formatNumber } from '@lims/contract/format-count.ts'
import type { CheckFileReply, EarlierImport } from '@lims/contract/imports.ts'
import { joinTexts } from '@lims/contract/join-texts.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { batchQuery } from '../../entities/batch/batch-api.ts'
import { pathText } from '../../entities/storage/path-text.ts'
import { formatInstant } from '../../ui/format-instant.ts'
import type { Target } from './import-api.ts'
import styles from './import-screen.module.css'
import { ProblemTable } from './problem-table.tsx'

type Props = {
  checked: CheckFileReply
  target: Target
  /** The headers of the columns that are not imported. */
  leftOut: readonly string[]
  onImport: (importAgain: boolean) => void
  onBack: () => void
  onAnother: () => void
}

const maxHeadersListed = 10

export function CheckStep({ checked, target, leftOut, onImport, onBack, onAnother }: Props) {
  const { problems, totalProblems, importedBefore, repeatedRows, sameNames } = checked
  const samples = formatCount(checked.numSamples, 'sample')
  const isGood = totalProblems === 0
  const targetText = useTargetText(target, checked.numSamples)
  const isRepeat = 'batchId' in target && importedBefore?.batchId === target.batchId
  const namesInBatch = isRepeat ? null : checked.namesInBatch
  const isDoubtful = isRepeat || Boolean(namesInBatch) || Boolean(repeatedRows)
  return (
    <div className={styles.step}>
      {isGood ? (
        <Alert
          type="success"
          showIcon
          title="The file can be imported"
          description={[`It makes ${describeSamples(checked)}.`, describePlace(checked), targetText]
            .filter(Boolean)
            .join(' ')}
        />
      ) : (
        <Alert
          type="error"
          showIcon
          title={`${formatCount(totalProblems, 'problem keeps', 'problems keep')} this file from being imported`}
          description={
            totalProblems > problems.length
              ? `The first ${problems.length} are listed. Correct them in the file and choose it again.`
              : `Correct ${totalProblems === 1 ? 'it' : 'them'} in the file and choose it again, or choose other columns.`
          }
        />
      )}
      {leftOut.length > 0 && (
        <Alert
          type="info"
          showIcon
          title={`${formatCount(leftOut.length, 'column of the file is', 'columns of the file are')} left out`}
          description={`${joinTexts(leftOut, { max: maxHeadersListed })}. To import ${leftOut.length === 1 ? 'it' : 'one'}, go back to the columns.`}
        />
      )}
      {importedBefore && <ImportedBefore earlier={importedBefore} isSameBatch={isRepeat} isGood={isGood} />}
      {namesInBatch && (
        <Alert
          type="warning"
          showIcon
          title={`The batch already has samples of the names in ${formatCount(namesInBatch.numRows, 'row')}`}
          description={`${joinTexts(namesInBatch.examples, { total: namesInBatch.numRows })}. If these are the same tubes, leave their rows out of the file: the import makes new samples.`}
        />
      )}
      {repeatedRows && <RepeatedRows {...repeatedRows} />}
      {sameNames && (
        <Alert
          type="info"
          showIcon
          title={`${formatCount(sameNames.numNames, 'name is', 'names are')} in several rows`}
          description={`${joinTexts(sameNames.examples, { total: sameNames.numNames })}. The import makes a sample of each row.`}
        />
      )}
      {!isGood && <ProblemTable problems={problems} />}
      <div className={styles.buttons}>
        {isGood && (
          <Button
            type="primary"
            danger={isDoubtful}
            autoFocus={!isDoubtful}
            onClick={() => onImport(isRepeat)}
          >
            {isRepeat ? `Import ${samples} again` : `Import ${samples}`}
          </Button>
        )}
        <Button autoFocus={!isGood || isDoubtful} onClick={onBack}>
          Back to the columns
        </Button>
        <Button onClick={onAnother}>Choose another file</Button>
      </div>
    </div>
  )
}

function describeSamples({ numSamples, numChildren, numPlaced, numBoxes }: CheckFileReply): string {
  const parts = [
    formatCount(numSamples, 'sample'),
    numChildren > 0 && formatCount(numChildren, 'of them a child', 'of them children'),
    numPlaced > 0 &&
      `${numPlaced === numSamples ? 'each' : formatNumber(numPlaced)} with a cell in ${formatCount(numBoxes, 'box', 'boxes')}`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** Names a place, so that a wrong numbering of cells or a wrong column is noticed before the import. */
const describePlace = ({ placeExample }: CheckFileReply): string | undefined =>
  placeExample ? `For example, ${placeExample.name} is in ${pathText(placeExample.path)}.` : undefined

function RepeatedRows({ numRows, examples }: NonNullable<CheckFileReply['repeatedRows']>) {
  const numbers = joinTexts(examples.map(formatNumber), { total: numRows })
  return (
    <Alert
      type="warning"
      showIcon
      title={formatCount(numRows, 'row repeats an earlier one', 'rows repeat earlier ones')}
      description={
        numRows === 1
          ? `Row ${numbers}. If this is the same tube, delete it from the file: the import makes a sample of each row.`
          : `Rows ${numbers}. If these are the same tubes, delete them from the file: the import makes a sample of each row.`
      }
    />
  )
}

type ImportedBeforeProps = { earlier: EarlierImport; isSameBatch: boolean; isGood: boolean }

/** Says who imported this file before, when and where, and what another import does. */
function ImportedBefore({ earlier, isSameBatch, isGood }: ImportedBeforeProps) {
  const { at, userName, batchName, numSamples } = earlier
  const samples = formatCount(numSamples, 'sample')
  const what = `${userName} imported it on ${formatInstant(at)}: ${samples}.`
  const consequence = isSameBatch
    ? 'Importing it again adds every sample a second time. Do you want to import it again?'
    : 'Those samples stay there; this import makes new ones.'
  return (
    <Alert
      type="warning"
      showIcon
      title={`This same file was imported into ${batchName} before`}
      description={isGood ? `${what} ${consequence}` : what}
    />
  )
}

/** Names the batch of the samples, so that a wrong one is noticed before the import. */
function useTargetText(target: Target, numSamples: number): string {
  const batchId = 'batchId' in target ? target.batchId : ''
  const batch = useQuery({ ...batchQuery(batchId), enabled: batchId !== '' }).data
  const go = numSamples === 1 ? 'The sample goes' : 'They go'
  if ('batchName' in target) return `${go} into the new batch ${target.batchName}.`
  if (!batch) return `${go} into the batch that was chosen.`
  return `${go} into ${batch.name}, which holds ${formatNumber(batch.numSamples)} now.`
}

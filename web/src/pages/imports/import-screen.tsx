import { formatCount } from '@lims/contract/format-count.ts'
import type { ReadFileReply } from '@lims/contract/imports.ts'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Card, Steps } from 'antd'
import { useState } from 'react'
import { textOfFailure } from '../../api/call-error.ts'
import { DraftNotices } from '../../forms/draft-notices.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { FileStep } from './file-step.tsx'
import { type ChosenFile, checkFile, nameOfColumn, type Plan, readFile } from './import-api.ts'
import styles from './import-screen.module.css'
import { forgetPlan } from './kept-plan.ts'
import { useApplyFile } from './use-apply-file.ts'

const ApplyStep = lazyPart(() => import('./apply-step.tsx').then((file) => file.ApplyStep))
const CheckStep = lazyPart(() => import('./check-step.tsx').then((file) => file.CheckStep))
const ColumnsStep = lazyPart(() => import('./columns-step.tsx').then((file) => file.ColumnsStep))
/** All at once with the file: the server may not reply later. */
const preloadSteps = () => {
  for (const step of [ColumnsStep, CheckStep, ApplyStep]) step.preload()
}

const trail = [{ label: 'Samples', href: '/samples' }]
const steps = ['File', 'Columns', 'Check', 'Import']

/** Imports the samples of a file into a batch in four steps. Nothing is saved before the last. */
export function ImportScreen() {
  const { batchId } = useSearch({ from: '/signed-in/samples/import' })
  const [chosen, setChosen] = useState<{ file: ChosenFile; plan?: Plan }>()
  const read = useMutation({ mutationFn: readFile, meta: { handlesErrors: true } })
  const check = useMutation({
    mutationFn: ({ file, plan }: { file: ChosenFile; plan: Plan }) => checkFile(file, plan),
    meta: { handlesErrors: true },
  })
  const { apply, progress, reset: resetImport } = useApplyFile()
  const { file, plan } = chosen ?? {}

  function choose(file: ChosenFile) {
    check.reset()
    resetImport()
    setChosen({ file })
    read.mutate(file)
    preloadSteps()
  }

  function chooseAnother() {
    forgetPlan()
    read.reset()
    check.reset()
    resetImport()
  }

  function startCheck(file: ChosenFile, plan: Plan) {
    resetImport()
    setChosen({ file, plan })
    check.mutate({ file, plan })
  }

  function current() {
    const fileRead = read.data
    if (file && plan && !apply.isIdle) {
      return (
        <ApplyStep
          isNewBatch={'batchName' in plan.target}
          state={apply}
          progress={progress}
          onRetry={() => apply.variables && apply.mutate(apply.variables)}
          onCheckAgain={() => startCheck(file, plan)}
          onAnother={chooseAnother}
        />
      )
    }
    if (file && plan && fileRead && check.data) {
      return (
        <CheckStep
          checked={check.data}
          target={plan.target}
          leftOut={leftOutOf(fileRead, plan)}
          onImport={(importAgain) => apply.mutate({ file, read: fileRead, plan, importAgain })}
          onBack={check.reset}
          onAnother={chooseAnother}
        />
      )
    }
    if (file && fileRead) {
      return (
        <ColumnsStep
          file={file}
          read={fileRead}
          plan={plan}
          batchId={batchId}
          isChecking={check.isPending}
          refusal={check.isError ? textOfFailure(check.error) : undefined}
          onCheck={(plan) => startCheck(file, plan)}
          onAnother={chooseAnother}
        />
      )
    }
    return (
      <FileStep
        isReading={read.isPending}
        refusal={read.isError ? textOfFailure(read.error) : undefined}
        onChoose={choose}
      />
    )
  }

  const unsaved = {
    isRestored: false,
    mayBeSaved: false,
    hasChanges: () => read.data !== undefined && apply.isIdle,
    discard: forgetPlan,
  }
  const step = !apply.isIdle ? 3 : check.data ? 2 : read.data ? 1 : 0
  return (
    <>
      <PageHeader
        title="Import Samples"
        subtitle="From a CSV or Excel file into a batch. Nothing is saved before the last step."
        trail={trail}
      />
      <div className={styles.page}>
        <Steps
          size="small"
          current={step}
          items={steps.map((name, index) => ({
            title: <StepTitle name={name} isCurrent={index === step} />,
          }))}
          responsive={false}
        />
        <p role="status" className="read-aloud-only">
          {apply.data && `${formatCount(apply.data.numSamples, 'sample was', 'samples were')} imported.`}
        </p>
        <Card>
          <DraftNotices draft={unsaved} />
          {current()}
        </Card>
      </div>
    </>
  )
}

const leftOutOf = ({ columns }: ReadFileReply, { fields }: Plan): string[] =>
  columns.flatMap(({ header }, index) => (fields[index] ? [] : [nameOfColumn(header, index)]))

const StepTitle = ({ name, isCurrent }: { name: string; isCurrent: boolean }) => (
  <>
    {name}
    {isCurrent && <span className="read-aloud-only">, the current step</span>}
  </>
)

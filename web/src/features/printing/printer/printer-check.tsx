import {
  CheckCircleFilled,
  CloseCircleFilled,
  LoadingOutlined,
  MinusCircleOutlined,
  QuestionCircleFilled,
} from '@ant-design/icons'
import { Alert, Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { type CheckStep, checkSteps, type Finding, type PrinterReport, summarize } from './check-printer.ts'
import styles from './printer-check.module.css'
import { PrinterChoice } from './printer-choice.tsx'
import { usePrinterCheck } from './use-printer-check.ts'

type Props = { isOpen: boolean; onClose: () => void }

/** Shows whether the browser, the print agent, the printer or its paper is the problem, and what to do. */
export function PrinterCheck({ isOpen, onClose }: Props) {
  return (
    <Modal
      title="Printer check"
      open={isOpen}
      onCancel={onClose}
      mask={{ closable: true }}
      footer={null}
      width={520}
      destroyOnHidden
    >
      <Check onClose={onClose} />
    </Modal>
  )
}

function Check({ onClose }: { onClose: () => void }) {
  const { report, choice, isChecking, checkAgain, choosePrinter } = usePrinterCheck()
  const { findings } = report
  const isChecked = !isChecking && Object.keys(findings).length > 0
  const currentStep = isChecking ? checkSteps.find((step) => !findings[step]) : undefined
  return (
    <>
      <ol className={styles.steps}>
        {checkSteps.map((step) => (
          <Step key={step} step={step} finding={findings[step]} isRunning={step === currentStep} />
        ))}
      </ol>
      {choice.printers.length > 1 && (
        <div className={styles.choice}>
          <PrinterChoice
            id="printer-choice"
            printers={choice.printers}
            printer={choice.printer}
            onChoose={choosePrinter}
          />
        </div>
      )}
      <div role="status">{isChecked && <Outcome report={report} />}</div>
      <div className={styles.buttons}>
        <Button loading={isChecking} onClick={checkAgain}>
          Check again
        </Button>
        <Button type="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </>
  )
}

const stepNames: Record<CheckStep, string> = {
  browser: 'Browser',
  agent: 'Print agent',
  version: 'Version',
  printer: 'Printer',
  state: 'State',
}

const icons: Record<Finding['result'], ReactNode> = {
  ok: <CheckCircleFilled className={styles.ok ?? ''} aria-label="OK" />,
  problem: <CloseCircleFilled className={styles.problem ?? ''} aria-label="Problem" />,
  unknown: <QuestionCircleFilled className={styles.unknown ?? ''} aria-label="Unknown" />,
}

type StepProps = { step: CheckStep; finding: Finding | undefined; isRunning: boolean }

function Step({ step, finding, isRunning }: StepProps) {
  const noFinding = isRunning ? (
    <LoadingOutlined aria-label="Checking" />
  ) : (
    <MinusCircleOutlined className={styles.notChecked ?? ''} aria-label="Not checked" />
  )
  return (
    <li className={styles.step}>
      {finding ? icons[finding.result] : noFinding}
      <div>
        <strong>{stepNames[step]}</strong>
        {finding && <p>{finding.message}</p>}
        {finding?.fix && <p className={styles.fix}>{finding.fix}</p>}
      </div>
    </li>
  )
}

function Outcome({ report }: { report: PrinterReport }) {
  const { canPrint, message } = summarize(report)
  const isReady = report.findings.state?.result === 'ok'
  return <Alert showIcon type={isReady ? 'success' : canPrint ? 'info' : 'warning'} title={message} />
}

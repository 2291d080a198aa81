import { Alert, Button, Modal, Select } from 'antd'
import { checkedThings, type PrinterReport, summaryOf } from './check-printer.ts'
import { CheckedStep } from './check-step.tsx'
import styles from './printer-check.module.css'
import { usePrinterCheck } from './use-printer-check.ts'

type Props = { isOpen: boolean; onClose: () => void }

/** Says which of browser, agent, printer or paper is the trouble, and what to do. */
export function PrinterCheck({ isOpen, onClose }: Props) {
  return (
    <Modal title="Printer check" open={isOpen} onCancel={onClose} footer={null} width={520} destroyOnHidden>
      <Check onClose={onClose} />
    </Modal>
  )
}

function Check({ onClose }: { onClose: () => void }) {
  const { report, isChecking, checkAgain, choose } = usePrinterCheck()
  const { printers, printer, findings } = report
  const waitsFor = isChecking ? checkedThings.find((thing) => !findings[thing]) : undefined
  return (
    <>
      <ol className={styles.steps}>
        {checkedThings.map((thing) => (
          <CheckedStep key={thing} thing={thing} finding={findings[thing]} isNext={thing === waitsFor} />
        ))}
      </ol>
      {printers.length > 1 && (
        <div className={styles.choice}>
          <label htmlFor="printer-choice">Print on</label>
          <Select
            id="printer-choice"
            value={printer?.uid ?? null}
            onChange={choose}
            options={printers.map(({ uid, name, connection }) => ({
              value: uid,
              label: connection ? `${name} (${connection})` : name,
            }))}
          />
        </div>
      )}
      <div role="status">{!isChecking && <Outcome report={report} />}</div>
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

function Outcome({ report }: { report: PrinterReport }) {
  const { canPrint, told } = summaryOf(report)
  const isSure = report.findings.state?.result === 'good'
  return <Alert showIcon type={isSure ? 'success' : canPrint ? 'info' : 'warning'} title={told} />
}

import type { Printer } from '@lims/contract/print-agent.ts'
import { Select } from 'antd'

type Props = {
  id: string
  printers: readonly Printer[]
  printer: Printer | undefined
  onChoose: (uid: string) => void
}

/** The choice of the printer for the following labels. */
export const PrinterChoice = ({ id, printers, printer, onChoose }: Props) => (
  <>
    <label htmlFor={id}>Print on</label>
    <Select
      id={id}
      value={printer?.uid ?? null}
      onChange={onChoose}
      options={printers.map(({ uid, name, connection }) => ({
        value: uid,
        label: connection ? `${name} (${connection})` : name,
      }))}
    />
  </>
)

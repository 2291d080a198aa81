import { type Printer, printTexts } from '@lims/contract/print-agent.ts'

/** The laboratory's usual printer is named by its model, another one by its own name. */
export const sentText = ({ name }: Printer): string =>
  /ZD611(?!-203)/.test(name) ? printTexts.sent : `Label sent to the label printer ${name}`

import type { PrinterState } from './printer-status.ts'

/** What is wrong, and what a person does about it. */
export type Problem = { message: string; fix: string }

/** The states in which a printer accepts labels but does not print them. */
export const printerProblems: Partial<Record<PrinterState, Problem>> = {
  'head-open': { message: 'The printer is open.', fix: 'Close its lid on both sides until it clicks.' },
  'media-out': {
    message: 'The printer is out of labels.',
    fix: 'Load a roll, close the lid and press Feed once.',
  },
  'ribbon-out': { message: 'The printer is out of ribbon.', fix: 'Load a ribbon and close the lid.' },
  'too-hot': {
    message: 'The print head is too hot.',
    fix: 'Wait a few minutes; it continues by itself.',
  },
  paused: { message: 'The printer is paused.', fix: 'Press the Pause button on the printer.' },
}

/** Many printers stop replying while they are out of labels, open or switched off. */
export const noLongerReplies: Problem = {
  message: 'The printer no longer replies.',
  fix: 'Check whether it is out of labels, open, paused or switched off.',
}

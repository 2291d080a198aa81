import type { PrinterState } from './printer-status.ts'

export type Trouble = { told: string; fix: string }

/** Many printers stop replying while they are out of labels, open or switched off. */
export const silenceAfterReplies: Trouble = {
  told: 'The printer no longer replies.',
  fix: 'Look whether it is out of labels, open, paused or switched off.',
}

/** What is the matter with a printer that holds labels back, and what a person does about it. */
export const printerTroubles: Partial<Record<PrinterState, Trouble>> = {
  'head-open': { told: 'The printer is open.', fix: 'Close its lid on both sides until it clicks.' },
  'media-out': {
    told: 'The printer is out of labels.',
    fix: 'Load a roll, close the lid and press Feed once.',
  },
  'ribbon-out': { told: 'The printer is out of ribbon.', fix: 'Load a ribbon and close the lid.' },
  'too-hot': { told: 'The print head is too hot.', fix: 'Wait some minutes; it goes on by itself.' },
  paused: { told: 'The printer is paused.', fix: 'Press the Pause button on the printer.' },
}

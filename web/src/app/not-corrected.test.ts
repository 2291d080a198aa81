import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { batchesApi } from '@lims/contract/batches.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openAddress } from '../../test/open-address.tsx'
import { aBatch } from '../../test/records.ts'
import { serverAnswers } from '../../test/server.ts'
import { signIn } from '../../test/session-token.ts'

const source = join(import.meta.dirname, '..')

/** Lines for words, which a phone may correct: the file, and the limit at which the field cuts, if it does. */
const lines: readonly [file: string, limit?: string][] = [
  ['entities/custody/check-out-dialog.tsx', 'maxPurposeLength'],
  ['features/sample-selection/pick-list-dialog.tsx', 'maxPickListPurposeLength'],
  ['features/temperature-alarms/acknowledge-dialog.tsx', 'maxNoteLength'],
  ['pages/custody/scan-settings.tsx', 'maxPurposeLength'],
  ['pages/imports/target-fields.tsx'],
  ['pages/receive/receive-screen.tsx', 'maxTextLength.notes'],
  ['ui/reason-text.tsx', 'maxReasonLength'],
]

/** Files with a text of several lines: notes, or a description. */
const texts = [
  'entities/sample/choose-status-dialog.tsx',
  'pages/batches/create-batch-screen.tsx',
  'pages/batches/create-patient-batch-screen.tsx',
  'pages/batches/edit-batch-screen.tsx',
  'pages/samples/form/sample-form.tsx',
  'pages/storage/fill/create-sample-step.tsx',
]

/** A number, a day, a file, or what nobody can write into. */
const takesNoText = / type="(?:date|file|range)"| role="spinbutton"| disabled(?= )| \{\.\.\.derived\}/

const fields = globSync('**/*.tsx', { cwd: source, exclude: ['**/*.test.tsx'] }).flatMap((file) =>
  openingTags(readFileSync(join(source, file), 'utf8')).map((tag) => ({
    file,
    tag: tag.replace(/\s+/g, ' '),
  })),
)

// A tablet replaces the last word of a field as it is left, and a browser offers to one person what another has
// entered.
test('each field is for words, or its names and IDs are neither corrected nor kept by the browser', () => {
  const left = fields.filter(({ tag }) => !tag.includes('{...notCorrected}') && !takesNoText.test(tag))
  const isLine = ({ file, tag }: (typeof fields)[number]) =>
    lines.some(
      ([at, limit]) =>
        at === file && (!limit || tag.includes(`{${limit}}`)) && tag.includes('autoComplete="off"'),
    )
  const isText = ({ file, tag }: (typeof fields)[number]) =>
    texts.includes(file) && tag.startsWith('<Input.TextArea ')
  expect(left.filter((field) => !isLine(field) && !isText(field))).toEqual([])
  expect(left).toHaveLength(lines.length + texts.length)
})

test('the keyboard of a tablet corrects no name and no ID, but the notes', async () => {
  signIn()
  serverAnswers(batchesApi.search, { batches: [aBatch()], totalBatches: 1 })
  openAddress('/samples/create')
  await screen.findByRole('textbox', { name: 'Name' })
  for (const caption of ['Name', 'Subject ID', 'Site ID', 'Visit ID']) {
    const field = screen.getByRole('textbox', { name: caption })
    expect(field).toHaveAttribute('autocorrect', 'off')
    expect(field).toHaveAttribute('autocapitalize', 'off')
    expect(field).toHaveAttribute('spellcheck', 'false')
  }
  expect(screen.getByRole('textbox', { name: 'Notes' })).not.toHaveAttribute('autocorrect')
})

/** Returns each tag of a field up to its end, not to the sign > of a function in one of its properties. */
function openingTags(text: string): string[] {
  return [...text.matchAll(/<(?:Input|input|textarea)\b/g)].map(({ index }) => {
    let end = index
    for (let depth = 0; end < text.length && (depth > 0 || text[end] !== '>'); end++) {
      if (text[end] === '{') depth++
      if (text[end] === '}') depth--
    }
    return text.slice(index, end)
  })
}

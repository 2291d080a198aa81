import { peopleApi } from '@lims/contract/people.ts'
import { maxReadingsPerPost, temperaturesApi } from '@lims/contract/temperatures.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, onTestFinished, test } from 'vitest'
import { openScreen } from '../../../../test/open-screen.tsx'
import { aMe } from '../../../../test/roles.ts'
import { serverAnswers } from '../../../../test/server.ts'
import { sendersOf, signIn } from '../../../../test/session-token.ts'
import { setTimeZone } from '../../../ui/clock.ts'
import { parseReadings } from './parse-readings.ts'
import { ReadingsSummary } from './readings-summary.tsx'
import { UploadReadings } from './upload-readings.tsx'

const oneAdded = { success: true as const, storageId: 3, added: 1, repeated: 0, conflicting: 0 }

function laboratoryIsIn(timeZone: string | null) {
  serverAnswers(peopleApi.me, { ...aMe('study-lead'), timeZone })
  setTimeZone(timeZone)
  onTestFinished(() => setTimeZone(null))
}

/** Chooses a file with this content in the dialog. */
async function upload(content: string) {
  const user = openScreen(<UploadReadings storageId={3} />)
  const file = new File([content], 'logger.csv', { type: 'text/csv' })
  await user.upload(await screen.findByLabelText('File of a logger'), file)
  return user
}

test.each([
  [1, '1 was known. 1 was left out: another value is stored for the same time'],
  [2, '2 were known. 2 were left out: another value is stored for the same time'],
])('of a file with readings that are not new, %i is counted in a sentence', async (count, sentence) => {
  serverAnswers(temperaturesApi.post, {
    success: true,
    storageId: 3,
    added: 0,
    repeated: count,
    conflicting: count,
  })
  const user = await upload('Time;Temperature\n03.05.2026 14:05;-80,5\n')
  await user.click(await screen.findByRole('button', { name: 'Add readings' }))
  expect(await screen.findByText(sentence)).toBeVisible()
})

test('a file whose dates can be read in two ways adds nothing, and says how to write them', async () => {
  await upload('Time,Temperature\n11/05/2026 2:05 PM,-80.5\n')
  await waitFor(() =>
    expect(screen.getByText('It cannot be known which day 11/05/2026 2:05 PM is')).toBeVisible(),
  )
  expect(screen.getByText(/write the year first, such as 2026-11-05 14:05/)).toBeVisible()
  expect(screen.queryByText(/^No reading was found|could not be read$/)).not.toBeInTheDocument()
  expect(
    screen.getByText('Add readings', { selector: '.ant-modal-footer *' }).closest('button'),
  ).toBeDisabled()
})

test('of many lines that could not be read, those that are not listed are counted', async () => {
  const unreadable = Array.from({ length: 1207 }, (_, line) => `2026-05-03 14:05,fault ${line}\n`)
  await upload(`Time,Temperature\n2026-05-03 14:04,-80.5\n${unreadable.join('')}`)
  expect(await screen.findByText('1,207 lines could not be read')).toBeVisible()
  const listed = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect([listed[0], listed.at(-1)]).toEqual(['Line 3: 2026-05-03 14:05,fault 0', 'and 1,202 more'])
})

test('an Excel workbook is said to be no text file, in place of the lines that it would be read as', async () => {
  const user = openScreen(<UploadReadings storageId={3} />)
  const file = new File(['PK\u0003\u0004\u0000\n\u0001\n'], 'logger.xlsx', { type: 'text/csv' })
  await user.upload(await screen.findByLabelText('File of a logger'), file)
  expect(await screen.findByText('logger.xlsx is not a text file')).toBeVisible()
  expect(screen.queryByText(/could not be read/)).not.toBeInTheDocument()

  const right = new File(['Time;Temperature\n2026-05-03 14:05;-80,5\n'], 'logger.csv', { type: 'text/csv' })
  await user.upload(screen.getByLabelText('File of a logger'), right)
  await waitFor(() => expect(screen.queryByText('logger.xlsx is not a text file')).not.toBeInTheDocument())
})

test('a file that the browser cannot read, such as from a lost network drive, is named in a notice', async () => {
  const user = openScreen(<UploadReadings storageId={3} />)
  const file = new File(['Time;Temperature'], 'drive.csv', { type: 'text/csv' })
  file.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'))
  await user.upload(await screen.findByLabelText('File of a logger'), file)
  expect(await screen.findByText('drive.csv could not be read. Please choose it again.')).toBeVisible()
})

test('a person says whether the day or the month comes first', async () => {
  const posted = serverAnswers(temperaturesApi.post, oneAdded)
  const user = await upload('Time,Temperature\n11/05/2026 2:05 PM,-80.5\n')
  expect(await screen.findByRole('button', { name: 'Day first: 11 May 2026' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Month first: 5 Nov 2026' }))
  expect(screen.queryByText(/^It cannot be known/)).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Add readings' }))
  await waitFor(() =>
    expect(posted[0]?.body).toMatchObject({
      readings: [{ at: new Date('2026-11-05T14:05').toISOString(), celsius: -80.5 }],
    }),
  )
})

test('of a column such as Freezer (F) a person says in which unit it is', async () => {
  const posted = serverAnswers(temperaturesApi.post, oneAdded)
  const user = await upload('Time,Freezer (F)\n11/05/2026 14:05,-80\n')
  await user.click(await screen.findByRole('button', { name: 'Month first: 5 Nov 2026' }))
  expect(await screen.findByText('The unit of Freezer (F) is not clear')).toBeInTheDocument()
  expect(screen.queryByText(/^No reading was found/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'In °C' }))
  expect(screen.queryByText(/^It cannot be known/)).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Add readings' }))
  await waitFor(() =>
    expect(posted[0]?.body).toMatchObject({
      readings: [{ at: new Date('2026-11-05T14:05').toISOString(), celsius: -80 }],
    }),
  )
})

test('of a file with two columns of temperatures a person says which is of this storage', async () => {
  const posted = serverAnswers(temperaturesApi.post, oneAdded)
  const user = await upload('Time;Freezer 1;Freezer 2\n2026-11-03 14:05;-80,5;-20,1\n')
  expect(await screen.findByText('Several columns have numbers')).toBeVisible()
  expect(screen.queryByText(/^No reading was found/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Freezer 1: -80,5' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Freezer 2: -20,1' }))
  expect(await screen.findByText('The temperatures are those of the column Freezer 2.')).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Add readings' }))
  await waitFor(() =>
    expect(posted[0]?.body).toMatchObject({
      readings: [{ at: new Date('2026-11-03T14:05').toISOString(), celsius: -20.1 }],
    }),
  )
})

test('of a file whose only numbers may be no temperatures, a person confirms their column', async () => {
  const user = await upload('Time;Humidity (%)\n2026-11-03 14:05;45\n')
  expect(await screen.findByText('Humidity (%) may not be the temperature')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Humidity (%): 45' }))
  expect(await screen.findByText(/^1 reading from .*, 45 °C$/)).toBeVisible()
})

test('a file whose header says UTC is read so, unless a person knows better', async () => {
  laboratoryIsIn('Europe/Berlin')
  const user = openScreen(<UploadReadings storageId={3} />)
  const file = new File(['Time (UTC);Temp\n2026-11-03 14:05;-80,5\n'], 'logger.csv', { type: 'text/csv' })
  const input = await screen.findByLabelText('File of a logger')
  await user.upload(input, file)
  expect(await screen.findByText('The times of the file are in UTC')).toBeVisible()
  expect(screen.getByText(/^1 reading from 3 Nov 2026, 15:05/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Read them in Europe/Berlin' }))
  expect(await screen.findByText(/^1 reading from 3 Nov 2026, 14:05/)).toBeVisible()
  expect(screen.queryByText('The times of the file are in UTC')).toBeNull()
  expect(screen.getByText(/The times are read in Europe\/Berlin\./)).toBeVisible()
})

test.each([
  [
    'Europe/Berlin',
    '2026-11-03 14:05',
    'Times without an offset are read in Europe/Berlin, the time zone of the laboratory.',
  ],
  [
    null,
    '03.11.2026 14:05',
    `Times without an offset are read in ${Intl.DateTimeFormat().resolvedOptions().timeZone}, the time zone of this computer.`,
  ],
  [
    'Europe/Berlin',
    '2026-11-03T14:05:00Z',
    'Each time of the file has its own offset. This page shows them in Europe/Berlin.',
  ],
])(
  'where the laboratory has the time zone %s, %s says on which clock it is read',
  async (zone, time, sentence) => {
    laboratoryIsIn(zone)
    const user = openScreen(<UploadReadings storageId={3} />)
    const file = new File([`Time;Temp\n${time};-80,5\n`], 'logger.csv', { type: 'text/csv' })
    const input = await screen.findByLabelText('File of a logger')
    await user.upload(input, file)
    expect(await screen.findByText(/^1 reading from /)).toBeVisible()
    expect(screen.getByText(sentence)).toBeVisible()
  },
)

test('the clock of a file is that of the laboratory as soon as the time zone is known', async () => {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  onTestFinished(() => setTimeZone(null))
  const reply = Promise.withResolvers<void>()
  serverAnswers(peopleApi.me, async () => {
    await reply.promise
    return { ...aMe('study-lead'), timeZone }
  })
  const parsed = parseReadings('Time;Temp\n2026-11-03 14:05;-80,5\n')
  openScreen(<ReadingsSummary {...parsed} onChoose={() => {}} />)
  expect(await screen.findByText(/the time zone of this computer\.$/)).toBeVisible()
  reply.resolve()
  expect(await screen.findByText(/the time zone of the laboratory\.$/)).toBeVisible()
})

test('an offset that may not hold for the times is shown, and is read if a person knows better', async () => {
  laboratoryIsIn('Europe/Berlin')
  const user = openScreen(<UploadReadings storageId={3} />)
  const lines = 'Time zone: (UTC+01:00) Berlin\nTime;Temp\n2026-07-03 14:05;-80,5\n'
  const file = new File([lines], 'logger.csv', { type: 'text/csv' })
  const input = await screen.findByLabelText('File of a logger')
  await user.upload(input, file)
  expect(await screen.findByText('The file names UTC+01:00')).toBeVisible()
  expect(screen.getByText(/'Time zone: \(UTC\+01:00\) Berlin' may be/)).toBeVisible()
  expect(screen.getByText(/^1 reading from 3 Jul 2026, 14:05/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Read them in UTC+01:00' }))
  expect(await screen.findByText(/^1 reading from 3 Jul 2026, 15:05/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Read them in Europe/Berlin' }))
  expect(await screen.findByText(/^1 reading from 3 Jul 2026, 14:05/)).toBeVisible()
})

test('a person may choose another column than the one that was read, and then its unit', async () => {
  const user = openScreen(<UploadReadings storageId={3} />)
  const lines = 'Time;Signal room (F);Backup (F);Room temp\n2026-11-03 14:05;-80;-150;21\n'
  const file = new File([lines], 'logger.csv', { type: 'text/csv' })
  await user.upload(await screen.findByLabelText('File of a logger'), file)
  await user.click(await screen.findByRole('button', { name: 'Signal room (F): -80' }))
  await user.click(await screen.findByRole('button', { name: 'In °F' }))
  expect(await screen.findByText('The temperatures are those of the column Signal room (F).')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Choose another column' }))
  await user.click(await screen.findByRole('button', { name: 'Backup (F): -150' }))
  expect(await screen.findByText('The unit of Backup (F) is not clear')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Choose another column' }))
  await user.click(await screen.findByRole('button', { name: 'Room temp: 21' }))
  expect(await screen.findByText(/^1 reading from .*, 21 °C$/)).toBeVisible()
})

test('the coldest and the warmest reading are shown before they are added', async () => {
  const user = openScreen(<UploadReadings storageId={3} />)
  const open = async (lines: string) => {
    const file = new File([`Time;Sensor F3\n${lines}`], 'logger.csv', { type: 'text/csv' })
    await user.upload(await screen.findByLabelText('File of a logger'), file)
  }
  await open('2026-05-03 14:05;-4\n2026-05-03 14:10;-112\n2026-05-03 14:15;1.5')
  expect(await screen.findByText(/^3 readings from .*, −112 °C to 1\.5 °C$/)).toBeVisible()
  await open('2026-05-03 14:05;-80')
  expect(await screen.findByText(/^1 reading from .*, −80 °C$/)).toBeVisible()
})

test('a file in kelvin adds nothing, and says what to do', async () => {
  await upload('Time;Temp (K)\n2026-05-03 14:05;193.15\n')
  expect(await screen.findByText('The file is in kelvin')).toBeVisible()
  expect(screen.queryByText(/^No reading was found/)).toBeNull()
  expect(
    screen.getByText('Add readings', { selector: '.ant-modal-footer *' }).closest('button'),
  ).toBeDisabled()
})

test('dates of both orders in one file offer no choice', async () => {
  await upload('11/26/2026 14:05;-80\n26/11/2026 14:05;-80\n')
  expect(await screen.findByText(/^It cannot be known/)).toBeInTheDocument()
  expect(screen.getByText(/^In some lines of the file the day comes first/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /first:/ })).toBeNull()
})

/** One reading more than a request takes. */
function fileOfTwoParts(): File {
  const lines = Array.from({ length: maxReadingsPerPost + 1 }, (_, index) => {
    const at = new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString()
    return `${at};-80.5`
  })
  return new File([lines.join('\n')], 'logger.csv', { type: 'text/csv' })
}

test('all parts of a file are added in the name of the person who has chosen it', async () => {
  const reply = Promise.withResolvers<void>()
  const posted = serverAnswers(temperaturesApi.post, async () => {
    await reply.promise
    return oneAdded
  })
  const user = openScreen(<UploadReadings storageId={3} />)
  await user.upload(await screen.findByLabelText('File of a logger'), fileOfTwoParts())
  await user.click(await screen.findByRole('button', { name: 'Add readings' }))
  await waitFor(() => expect(posted).toHaveLength(1))
  act(() => void signIn({ sub: 'bo', name: 'Bo Chen' }))
  reply.resolve()
  await waitFor(() => expect(sendersOf(posted)).toEqual(['ada', 'ada']))
})

test.each([
  { later: 'is refused', status: 400, rest: /Correct the rest and add the file again/ },
  { later: 'gets no reply', status: 503, rest: /done\. Add the file again/ },
])(
  'of a file whose later part $later, the readings added before it are counted',
  async ({ status, rest }) => {
    const posted = serverAnswers(temperaturesApi.post, () => {
      if (posted.length > 1)
        throw HttpResponse.json({ code: 'request-invalid', message: 'In the future.' }, { status })
      return { ...oneAdded, added: maxReadingsPerPost }
    })
    const user = openScreen(<UploadReadings storageId={3} />)
    await user.upload(await screen.findByLabelText('File of a logger'), fileOfTwoParts())
    await user.click(await screen.findByRole('button', { name: 'Add readings' }))
    expect(await screen.findByText('10,000 readings were added before that')).toBeVisible()
    expect(screen.getByText(rest)).toBeVisible()
    expect(screen.getByText('The readings were not added')).toBeVisible()
  },
)

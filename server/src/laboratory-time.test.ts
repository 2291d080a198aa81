import type { ImportProblem } from '@lims/contract/imports.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { countedFreezer } from '../test/counted-freezer.ts'
import { importing } from '../test/import-file.ts'
import { type Lab, openLab } from '../test/lab.ts'
import { unaudited } from '../test/unaudited.ts'

const inLosAngeles = await openLab({ TIME_ZONE: 'America/Los_Angeles' })
const inBerlin = await openLab({ TIME_ZONE: 'Europe/Berlin' })
const anywhere = await openLab()

/** Thursday, 20:30 in Los Angeles; Friday in Berlin and in UTC. */
const evening = new Date('2026-11-20T04:30:00.000Z')

beforeEach(() => {
  for (const lab of [inLosAngeles, inBerlin, anywhere]) lab.setNow(evening)
})

const lastLine = (zpl: string) => /.*\^FD(.*?)\^FS/s.exec(zpl)?.[1]
const nameOf = (reply: { headers: Record<string, unknown> }) =>
  /filename="?([^";]+)/.exec(`${reply.headers['content-disposition']}`)?.[1]

async function addTube(lab: Lab, collectedAt = evening) {
  const sample = await lab.addSample()
  await unaudited(lab.db, (trx) =>
    trx.updateTable('sample').set({ collected_at: collectedAt }).where('id', '=', sample.id).execute(),
  )
  return sample
}

describe('the date on a label', () => {
  test.each([
    ['the day in the laboratory', inLosAngeles, '2026-11-19'],
    ['already the next day in another laboratory', inBerlin, '2026-11-20'],
    ['the day of UTC where no time zone is set', anywhere, '2026-11-20'],
  ])('is %s', async (_name, lab, day) => {
    const { id, batch_id: batchId } = await addTube(lab)
    const { run } = (await lab.post('/print-runs/start', { batchId })).json()
    const [single, printed, saved] = await Promise.all([
      lab.post('/label/generate', { uuid: id }),
      lab.get('/print-runs/labels', { runId: run.id }),
      lab.get('/print-runs/batch-labels', { batchId }),
    ])
    expect(lastLine(single.json().labelData)).toBe(day)
    expect(lastLine(printed.json().labels[0].labelData)).toBe(day)
    expect(lastLine(saved.json().labels[0].labelData)).toBe(day)
  })

  test.each([
    ['1969-12-31T23:59:59-08:00', '1969-12-31'],
    ['1918-03-31T23:30:00-07:00', '1918-03-31'],
    ['2026-03-08T03:00:00-07:00', '2026-03-08'],
    ['2026-11-01T01:30:00-08:00', '2026-11-01'],
  ])('of a tube of %s is %s', async (collectedAt, day) => {
    const { id } = await addTube(inLosAngeles, new Date(collectedAt))
    const reply = await inLosAngeles.post('/label/generate', { uuid: id })
    expect(lastLine(reply.json().labelData)).toBe(day)
  })
})

test('the names of files have the day in the laboratory', async () => {
  const filter = { createdFrom: '2026-11-02T08:00:00Z', createdTo: '2026-11-20T08:00:00Z' }
  const names = async (lab: Lab) => [
    nameOf(await lab.get('/samples/export')),
    nameOf(await lab.get('/samples/export', filter)),
    nameOf(await lab.get('/audit/export')),
  ]
  expect(await names(inLosAngeles)).toEqual([
    'samples-2026-11-19.csv',
    'samples-2026-11-19-from-2026-11-02-to-2026-11-19.csv',
    'audit-2026-11-19.csv',
  ])
  expect(await names(anywhere)).toEqual([
    'samples-2026-11-20.csv',
    'samples-2026-11-20-from-2026-11-02-to-2026-11-20.csv',
    'audit-2026-11-20.csv',
  ])
})

test('the last day of a period is the one that its midnight ends', async () => {
  const reply = await anywhere.get('/samples/export', { createdTo: '2026-11-20T00:00:00Z' })
  expect(nameOf(reply)).toBe('samples-2026-11-20-to-2026-11-19.csv')
})

test('the report of a stock-take has the day in the laboratory', async () => {
  const freezer = countedFreezer(inLosAngeles)
  const { freezer: storageId } = await freezer.build(1)
  const { id } = await freezer.start(storageId)
  expect(nameOf(await inLosAngeles.get('/stock-takes/report', { id, format: 'pdf' }))).toBe(
    'stock-take-Freezer 1-2026-11-19.pdf',
  )
})

test('weeks begin on Monday of the laboratory', async () => {
  const { weeks } = (await inBerlin.get('/stats/overview')).json()
  expect(weeks.at(-1)).toMatchObject({ from: '2026-11-15T23:00:00.000Z', to: '2026-11-22T23:00:00.000Z' })
  expect(weeks.at(-5)).toMatchObject({ from: '2026-10-18T22:00:00.000Z', to: '2026-10-25T23:00:00.000Z' })
})

test('the browser gets the time zone, and null where none is set', async () => {
  expect((await inBerlin.get('/auth/me')).json().timeZone).toBe('Europe/Berlin')
  expect((await anywhere.get('/auth/me')).json().timeZone).toBe(null)
})

describe('an imported file', () => {
  const columns = 'name,collectionTimestamp'
  const csv = (...times: string[]) =>
    ['Name,Collected', ...times.map((time, index) => `A${index},${time}`)].join('\n')
  const xlsx = (...times: (Date | string)[]) =>
    writeExcelFile([
      ['Name', 'Collected'],
      ...times.map((time, index) => [
        `A${index}`,
        typeof time === 'string' ? time : { value: time, type: Date, format: 'yyyy-mm-dd hh:mm' },
      ]),
    ]).toBuffer()
  async function collectedIn(lab: Lab, file: string | Uint8Array): Promise<(string | null)[]> {
    const { lines } = await importing(lab).apply(file, { columns, batchName: 'New' })
    const { samples } = (await lab.get('/samples/list', { batchId: lines.at(-1).batch.id })).json()
    return samples.map(
      ({ collectionTimestamp }: { collectionTimestamp: string | null }) => collectionTimestamp,
    )
  }
  async function problemsIn(lab: Lab, file: string | Uint8Array): Promise<string[]> {
    const { problems } = (await importing(lab).check(file, { columns, batchName: 'New' })).json()
    return problems.map(({ value, message }: ImportProblem) => `${value} ${message}`)
  }

  test('a day begins at midnight of the laboratory, and its label has this day', async () => {
    expect(await collectedIn(inLosAngeles, csv('2026-11-20', '1950-07-01'))).toEqual([
      '2026-11-20T08:00:00.000Z',
      '1950-07-01T07:00:00.000Z',
    ])
    const { samples } = (await inLosAngeles.get('/samples/list')).json()
    const label = await inLosAngeles.post('/label/generate', { uuid: samples.at(-1).id })
    expect(lastLine(label.json().labelData)).toBe('2026-11-20')
  })

  test('a time without an offset is one on the clocks of the laboratory, one with an offset is not', async () => {
    expect(
      await collectedIn(
        inLosAngeles,
        csv('2026-11-20T20:30', '2026-07-01T20:30:05', '2026-11-20T20:30:00Z', '2026-11-20T20:30:00+01:00'),
      ),
    ).toEqual([
      '2026-11-21T04:30:00.000Z',
      '2026-07-02T03:30:05.000Z',
      '2026-11-20T20:30:00.000Z',
      '2026-11-20T19:30:00.000Z',
    ])
  })

  test('a date cell of Excel, which has no offset, is on the clocks of the laboratory', async () => {
    const file = await xlsx(new Date('2026-11-20T20:30:00Z'), new Date('2026-11-20T00:00:00Z'))
    expect(await collectedIn(inLosAngeles, file)).toEqual([
      '2026-11-21T04:30:00.000Z',
      '2026-11-20T08:00:00.000Z',
    ])
    expect(await collectedIn(anywhere, file)).toEqual([
      '2026-11-20T20:30:00.000Z',
      '2026-11-20T00:00:00.000Z',
    ])
  })

  test('a time that the clocks showed twice, or never, is a problem that says so', async () => {
    const file = csv('2026-10-25T02:30', '2026-03-29T02:30', '2026-10-25T03:00', '2026-03-29T03:00')
    expect(await problemsIn(inBerlin, file)).toEqual([
      '2026-10-25T02:30 was shown twice by the clocks of Europe/Berlin, which were put back: write it as 2026-10-25T02:30:00+02:00 or 2026-10-25T02:30:00+01:00',
      '2026-03-29T02:30 was never shown by the clocks of Europe/Berlin, which were put forward',
    ])
    expect(
      await collectedIn(inBerlin, csv('2026-10-25T02:30:00+02:00', '2026-10-25T02:30:00+01:00')),
    ).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'])
  })

  test('where no time zone is set, a time of a CSV file needs its offset', async () => {
    const noZone =
      "has no time zone: write it with one, as in 2026-11-20T09:30:00Z or 2026-11-20T09:30:00+01:00, import an Excel workbook, or have the laboratory's time zone set (TIME_ZONE)"
    const texts = ['2026-11-20T20:30', '20.11.2026 20:30', '2026-11-20 20:30:15']
    expect(await problemsIn(anywhere, csv(...texts, '2026-11-20'))).toEqual(
      texts.map((text) => `${text} ${noZone}`),
    )
    expect(await problemsIn(anywhere, csv('2026-11-20T25:30'))).toEqual([
      '2026-11-20T25:30 must be a time such as 2026-11-20T09:30:00Z, or a day such as 2026-11-20 or 20.11.2026',
    ])
  })

  test('days with dots, as in Germany, and times with a space, as databases write them, are read too', async () => {
    const unreal = ['31.02.2026', '20.13.2026', '20.11.26', '20.11.2026 25:00']
    expect((await problemsIn(inBerlin, csv(...unreal))).map((problem) => problem.split(' must')[0])).toEqual(
      unreal,
    )
    const file = csv('20.11.2026', '1.2.2026 9:30', '"20.11.2026, 09:30:15"', '2026-11-20 09:30:00')
    expect(await collectedIn(inBerlin, file)).toEqual([
      '2026-11-19T23:00:00.000Z',
      '2026-02-01T08:30:00.000Z',
      '2026-11-20T08:30:15.000Z',
      '2026-11-20T08:30:00.000Z',
    ])
    const offsets = csv('20.11.2026', '2026-11-20 09:30:00+01:00', '2026-11-20 09:30:00 -05:00')
    expect(await collectedIn(anywhere, offsets)).toEqual([
      '2026-11-20T00:00:00.000Z',
      '2026-11-20T08:30:00.000Z',
      '2026-11-20T14:30:00.000Z',
    ])
  })

  test('any other time is refused with the forms that are read', async () => {
    expect(await problemsIn(inBerlin, csv('yesterday', '1899-12-31'))).toEqual([
      'yesterday must be a time such as 2026-11-20T09:30:00 on the clocks of Europe/Berlin or 2026-11-20T09:30:00Z, or a day such as 2026-11-20 or 20.11.2026',
      '1899-12-31 must be a time from 1900 to 2199',
    ])
  })
})

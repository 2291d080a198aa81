import { expect, test } from 'vitest'
import { importing } from '../../test/import-file.ts'
import { openLab } from '../../test/lab.ts'
import { signInAs, turnOnRoles } from '../../test/people.ts'

const lab = await openLab()
const { read, check } = importing(lab)
const tooLong = 'x'.repeat(101)
const file = `Name,Subject,Site,Notes\nNB-1,${tooLong},AUSTIN,cold\n`
const query = { columns: 'name,subjectId,siteId,notes', batchName: 'Study' }

test('columns of subjects and sites are marked as masked for people who may not see them, and only these', async () => {
  await turnOnRoles(lab)
  const bench = await signInAs(lab, 'bench')
  const { columns, firstRows } = (await read(file, bench)).json()
  expect(columns).toEqual([
    { header: 'Name', field: 'name' },
    { header: 'Subject', field: 'subjectId', masked: true },
    { header: 'Site', field: 'siteId', masked: true },
    { header: 'Notes', field: 'notes' },
  ])
  expect(firstRows).toEqual([['NB-1', '', '', 'cold']])
  const { problems } = (await check(file, query, bench)).json()
  expect(problems).toEqual([
    { row: 2, column: 'Subject', value: '', masked: true, message: expect.any(String) },
  ])

  expect((await read(file)).body).not.toContain('masked')
  expect((await check(file, query)).json().problems).toEqual([
    { row: 2, column: 'Subject', value: tooLong.slice(0, 80), message: expect.any(String) },
  ])
})

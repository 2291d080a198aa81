import { expect, test } from 'vitest'
import { readRackFile } from './read-rack-file.ts'

const read = (content: string) =>
  readRackFile(content).cells.map(({ reading }) => (typeof reading === 'string' ? reading : reading.code))

test.each([
  'Transferred',
  'QC_FAIL',
  'QC fail',
  'No error',
  'NO_ERROR',
  'Interrupted',
  'Not in use',
  'Not empty',
  'No issues',
  'no_warnings',
  'Code OK',
  'Normal',
  'Noted',
])('a tube whose code was read keeps it beside the status %s', (status) => {
  expect(read(`Position,Tube ID,Status\nA1,T0000001,${status}`)).toEqual(['T0000001'])
})

test.each([
  'Error',
  'ERR_01',
  'Read error',
  'ReadError',
  'DECODE_FAILED',
  'Failure',
  'fail',
  'Unreadable',
  'No Read',
  'NOREAD',
  'no',
  'No code',
  'Not decoded',
  'not readable',
  'Not found',
  'Not present',
  'NOT_SCANNED',
  'not verified',
  'No label',
  'No-match',
  'NODECODE',
  'NotRead',
  'NOTFOUND',
  'NotDecoded',
  'NoMatch',
  'BAD',
  'bad read',
])('a tube is not read where the status is %s', (status) => {
  expect(read(`Position,Tube ID,Status\nA1,T0000001,${status}`)).toEqual(['unreadable'])
})

test('a status that is not there does not make a tube unreadable', () => {
  expect(read('Position,Tube ID,Status\nA1,T1,N/A\nA2,T2,None')).toEqual(['T1', 'T2'])
  const scan = { Position: ['A1', 'A2'], TubeID: ['T1', ''], Status: null }
  expect(read(JSON.stringify(scan))).toEqual(['T1', 'unreadable'])
})

test.each(['Tube Status', 'ScanStatus', 'read_status'])(
  'a column %s is the status of the reading',
  (status) => {
    const lines = ['A1,T1,OK', 'A2,,No tube', 'A3,T3,No read']
    expect(read([`TubePosition,TubeCode,${status}`, ...lines].join('\n'))).toEqual([
      'T1',
      'empty',
      'unreadable',
    ])
  },
)

test('the status of the reading takes precedence over that of the tube', () => {
  const lines = ['A1,T1,In use,OK', 'A2,T2,In use,No read', 'A3,T3,Empty,OK']
  expect(read(['TubePosition,TubeCode,TubeStatus,DecodeStatus', ...lines].join('\n'))).toEqual([
    'T1',
    'unreadable',
    'T3',
  ])
})

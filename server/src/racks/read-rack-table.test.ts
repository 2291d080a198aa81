import { expect, test } from 'vitest'
import { read, refusal } from '../../test/read-rack.ts'

test.each([
  {
    reader: 'FluidX, with the rack and the number of tubes above the header',
    lines: [
      'Rack ID,SU00012,,',
      'Tube Count,2,,',
      'Rack ID,Well,2D Barcode, ',
      'SU00012,A1,FD06299917,',
      'SU00012,A2,NO TUBE,',
      'SU00012,H12,NO READ,',
    ],
  },
  {
    reader: 'Micronic, with the name of the rack above the header',
    lines: [
      'plate_label:,Plate 7',
      'Position,Tube ID,Status,Error Count,Rack ID',
      'A01,FD06299917,OK,0,7',
      'A02,,No Tube,0,7',
      'H12,,No Code,0,7',
    ],
  },
  {
    reader: 'Matrix, with the time and the rack above the tubes',
    lines: [
      'Date & time of Trace = 26 06 2017 03:51:22 PM',
      'Rack Base Name: Inbound-2',
      '  A01;  FD06299917',
      '  A02;  No TrakMate',
      '  H12;  NO READ',
    ],
  },
  {
    reader: 'VisionMate, with a row and a column in place of a position',
    lines: ['LocationRow,LocationColumn,TubeCode', 'A,01,FD06299917', 'A,02,No Tube', 'H,12,No Read'],
  },
  {
    reader: 'a program that numbers rows and columns',
    lines: ['Barcode;Row;Column', 'FD06299917;1;1', 'No Tube;01;02', ';8;12'],
  },
  {
    reader: 'a flatbed scanner that calls the columns Row and Col',
    lines: ['#Plate,Row,Col,Barcode', '1,A,1,FD06299917', '1,A,2,No Tube', '1,H,12,No Read'],
  },
  {
    reader: 'a program that calls the position Pos',
    lines: ['Pos;Tube ID', 'A1;FD06299917', 'A2;No Tube', 'H12;No Read'],
  },
  {
    reader: 'a reader with a slot for each rack',
    lines: ['Slot,Row,Column,Barcode', '1,A,1,FD06299917', '1,A,2,No Tube', '1,H,12,No Read'],
  },
  {
    reader: 'a program that numbers the positions beside their rows and columns',
    lines: ['Pos;Row;Col;Code', '1;A;1;FD06299917', '2;A;2;No Tube', '96;H;12;No Read'],
  },
  {
    reader: 'a program that writes the rack before each position, without a header',
    lines: ['TR00012345,A1,FD06299917', 'TR00012345,A2,EMPTY', 'TR00012345,H12,NOSCAN'],
  },
])('reads the file of $reader', ({ lines }) => {
  expect(read(lines.join('\r\n')).shown).toEqual([
    [1, 1, 'FD06299917'],
    [1, 2, 'empty'],
    [8, 12, 'unreadable'],
  ])
})

test('lines above a header count as lines, and tubes above one are not passed over', () => {
  const above = 'Rack ID,R1\nTube Count,2\n'
  expect(refusal(`${above}Well,Barcode\nA1,X1\nZ9,X2`)).toMatch(/^Line 5: Z9 is outside/)
  expect(refusal('A1,X1\nWell,Barcode\nA2,X2')).toBe("Line 2: 'Well' is not a position.")
  expect(refusal('Scan of today\nA1;X1\nA1;X2')).toBe('Line 3: A1 is already in line 2.')
})

test.each([
  ['Row,Column,Barcode\nA,0,X1', 'Line 2: A0 is outside Box 3'],
  ['Row,Column,Barcode\n1,0,X1', "Line 2: '10' is not a position."],
  ['Row,Column,Barcode\n1,A,X1', "Line 2: '1A' is not a position."],
  ['Row,Column,Barcode\nI,1,X1', 'Line 2: I1 is outside Box 3'],
  ['R1,A1,X1\nR2,A1,X2', 'Line 1: expected a position and a tube, not 3 columns.'],
  ['A1,X1,R1\nA2,X2,R1', 'Line 1: expected a position and a tube, not 3 columns.'],
])('refuses %j', (content, message) => {
  expect(refusal(content)).toContain(message)
})

import { expect, test } from 'vitest'
import { zplToBase64MultipleAsync } from 'zpl-renderer-js'
import { expectTimesAsLong } from '../../../../../tools/test/compare-times.ts'
import { asPng, drawCode } from '../../../../test/grey-pictures.ts'
import { readCodes } from '../../../../test/read-codes.ts'
import { drawLabel } from './draw-label.ts'

const id = '7F9C24E8-3B1A-4D0E-9C55-0A1B2C3D4E5F'
const stock = { widthMm: 33, heightMm: 13, dpi: 300 }
const codeOf = (data: string, errorCorrection = 'Q') =>
  `^FO16,18^BQN,2,4,${errorCorrection},7^FH_^FD${errorCorrection}A,${data}^FS`
const labelOf = (...fields: string[]) => ({
  labelData: ['^XA', '^BY2,2,1', ...fields, '^XZ'].join('\n'),
  stock,
})
const lineOf = (hex: string) => `^FO150,20^A0N,26,23^FH_^FD${hex}^FS`

/** The picture as an interpreter of ZPL draws it that knows nothing of how the label was made. */
async function drawByInterpreter(labelData: string): Promise<Uint8Array> {
  const [png] = await zplToBase64MultipleAsync(labelData, 390 / 12, 154 / 12, 12)
  return new Uint8Array(Buffer.from(png ?? '', 'base64'))
}

test.each([
  ['L', id],
  ['M', id],
  ['Q', id],
  ['H', id],
  ['Q', 'ST-000042'],
])(
  'SAMPD-24 the code with error correction %s scans, and lies where the printer draws it',
  async (level, data) => {
    const label = labelOf(codeOf(data, level))
    const [drawn] = await readCodes(asPng(drawCode(label)))
    const [printed] = await readCodes(await drawByInterpreter(label.labelData))
    expect(drawn).toMatchObject({ text: data, ecLevel: level })
    expect(drawn).toMatchObject({ text: printed?.text, position: printed?.position })
  },
)

test.each([
  [33, 13, 300, 390, 154],
  [25.4, 12.7, 300, 300, 150],
  [50.8, 25.4, 203, 406, 203],
  [33, 13, 600, 780, 307],
])('a label of %f × %f mm at %i dpi is %i × %i dots', (widthMm, heightMm, dpi, width, height) => {
  const svg = drawLabel({ ...labelOf(codeOf(id)), stock: { widthMm, heightMm, dpi } })
  expect(svg).toContain(`width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`)
})

test.each([
  ['T0000042', 'T0000042'],
  ['Z_C3_BCrich 5', 'Zürich 5'],
  ['_3Cb_3E _26 _5Cx_5F', '<b> & \\x_'],
  ['_CE_B1-synuclein', 'α-synuclein'],
  ['5 _C2_B5L _E2_80_93 _E2_82_AC _C2_B1 _C2_B0', '5 µL – € ± °'],
  ['NB-_E6_97_A5_E6_9C_AC', 'NB-□□'],
  ['_F0_9F_91_A9_E2_80_8D_F0_9F_94_AC m_CC_83 _EF_BC_A1', '□ □ □'],
  ['_D7_90_D7_91-12', '□□-12'],
  ['_EF_BF_BF', '□'],
])('the line %s is shown as %s', (hex, shown) => {
  expect(linesIn(drawLabel(labelOf(codeOf(id), lineOf(hex))))).toEqual([shown])
})

test('on a sheet of an office printer, lines have all characters of the computer', () => {
  const lines = ['NB-_E6_97_A5_E6_9C_AC', '_EF_BF_BF'].map(lineOf)
  const svg = drawLabel(labelOf(codeOf(id), ...lines), { fontsOf: 'computer' })
  expect(linesIn(svg)).toEqual(['NB-日本', '\uFFFD'])
})

/** The texts of a picture, which must be valid XML. */
function linesIn(svg: string) {
  const picture = new DOMParser().parseFromString(svg, 'image/svg+xml')
  expect(picture.querySelector('parsererror')).toBeNull()
  return [...picture.querySelectorAll('text')].map(({ textContent }) => textContent)
}

test('lines have the place, height and width that the label gives them', () => {
  const svg = drawLabel(labelOf(codeOf(id), lineOf('HHHHHHHHHH'), lineOf('x').replace('150,20', '150,60')))
  const [first, second] = [...svg.matchAll(/<text x="(\d+)" y="([\d.]+)".*?textLength="([\d.]+)"/g)]
  expect(first?.slice(1).map(Number)).toEqual([150, 20 + 26 * 0.76, expect.closeTo(142.6)])
  expect(second?.slice(1).map(Number)).toEqual([150, 60 + 26 * 0.76, expect.closeTo(11.73)])
})

test('a label without a code is not drawn', () => {
  expect(() => drawLabel(labelOf(lineOf('NB-1')))).toThrow('no code')
})

test('a label of any length is read in time in proportion to it', async () => {
  const drawn = (fields: number) => {
    const hostile = labelOf('^FO1,1^BQN,2,4,Q,7^FH_^FDQA,'.repeat(fields))
    return () => expect(() => drawLabel(hostile)).toThrow('no code')
  }
  await expectTimesAsLong({ base: drawn(2000), work: drawn(20_000), atMostTimes: 20 })
})

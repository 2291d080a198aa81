import { expect, test } from 'vitest'
import { cellProblem } from './error-cells.ts'

test.each([
  ['German', '#WERT! #BEZUG! #ZAHL! #NV #ÜBERLAUF! #KALK!'],
  ['French', '#VALEUR! #NOM? #NOMBRE! #NUL! #PROPAGATION!'],
  ['Spanish', '#¡VALOR! #¡REF! #¿NOMBRE? #NOMBRE? #¡NUM! #¡NULO! #¡DIV/0! #N/D #¡DESBORDAMIENTO!'],
  ['Italian', '#VALORE! #RIF! #NOME? #N/D #ESPANSIONE!'],
  ['Dutch', '#WAARDE! #VERW! #NAAM? #GETAL! #LEEG! #DEEL/0! #DELING.DOOR.0! #N/B #OVERLOPEN!'],
  ['Portuguese', '#VALOR! #NÚM! #NULO! #NOME? #N/D #DESPEJAR! #TRANSPOSIÇÃO!'],
  ['Swedish', '#VÄRDEFEL! #REFERENS! #NAMN? #OGILTIGT! #SKÄRNING! #DIVISION/0! #SAKNAS!'],
  ['Danish', '#VÆRDI! #REFERENCE! #NAVN? #I/T #OVERLØB!'],
  ['Norwegian', '#VERDI! #NAVN? #I/T #OVERFLYT!'],
  ['Finnish', '#ARVO! #VIITTAUS! #NIMI? #LUKU! #TYHJÄ! #JAKO/0! #PUUTTUU! #LEVITTYMINEN!'],
  ['Polish', '#ARG! #ADR! #NAZWA? #LICZBA! #ZERO! #DZIEL/0! #N/D! #ROZLANIE!'],
])('the errors of a %s Excel are refused: %s', (_language, errors) => {
  for (const error of errors.split(' ')) {
    expect(cellProblem(error, 'notes')).toBe(
      'is an error of the spreadsheet: correct the formula or clear the cell',
    )
  }
})

test.each(['Err:502', 'Err:522', 'Err :508'])('%s, as LibreOffice writes it, is refused', (error) => {
  expect(cellProblem(error, 'name')).toBe(
    'is an error of the spreadsheet: correct the formula or clear the cell',
  )
})

test.each(['Err:5', 'Err:5020', 'Err:X', 'see Err:502', '#7', '#WICHTIG!', '#NV-12', 'see #NV', '# NV', '#'])(
  '%s is a note',
  (notes) => {
    expect(cellProblem(notes, 'notes')).toBe(undefined)
  },
)

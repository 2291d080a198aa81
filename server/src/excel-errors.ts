/**
 * Values of failed formulas as spreadsheets show them, and write them into CSV files, in the language of the program.
 * Sources: the tables of EPPlus (InternationalizationUtility.cs) and of a fork of PhpSpreadsheet with the data of Excel
 * (Shared/Locale/Formula).
 */
const shownErrors = [
  // English, also of Google Sheets (#ERROR!), and what other languages take over.
  '#NULL!, #DIV/0!, #VALUE!, #REF!, #NAME?, #NUM!, #N/A, #ERROR!',
  '#GETTING_DATA, #SPILL!, #CONNECT!, #BLOCKED!, #UNKNOWN!, #FIELD!, #CALC!, #EXTERNAL!, #BUSY!, #PYTHON!, #TIMEOUT!',
  // German
  '#WERT!, #BEZUG!, #ZAHL!, #NV, #DATEN_ABRUFEN, #ÜBERLAUF!, #VERBINDEN!, #BLOCKIERT!, #FELD!, #KALK!, #EXTERN!',
  // French
  '#NUL!, #VALEUR!, #NOM?, #NOMBRE!, #CHARGEMENT_DONNEES, #OBTENTION_DONNEES, #PROPAGATION!, #PROPAGATION !',
  '#CONNEXION!, #BLOQUÉ!, #INCONNU!, #CHAMP!, #EXTERNE!',
  // Spanish, in Spain and in Mexico
  '#¡NULO!, #¡DIV/0!, #¡VALOR!, #¡REF!, #¿NOMBRE?, #¡NUM!, #N/D, #OBTENIENDO_DATOS, #¡DESBORDAMIENTO!, #¡CALC!',
  '#¡CONECTAR!, #¡BLOQUEADO!, #¡DESCONOCIDO!, #¡CAMPO!, #¡EXTERNO!, #NULO!, #VALOR!, #NOMBRE?',
  // Italian
  '#VALORE!, #RIF!, #NOME?, #ESTRAZIONE_DATI_IN_CORSO, #ESPANSIONE!, #BLOCCATA!, #CAMPO!, #ESTERNO!',
  // Dutch
  '#LEEG!, #DEEL/0!, #DELING.DOOR.0!, #WAARDE!, #VERW!, #NAAM?, #GETAL!, #N/B, #GEGEVENS.OPHALEN, #OVERLOPEN!',
  '#GEBLOKKEERD!, #ONBEKEND!, #VELD!, #BEREKENEN!',
  // Portuguese, in Portugal and in Brazil
  '#NÚM!, #OBTER_DADOS, #OBTENDO_DADOS, #TRANSPOSIÇÃO!, #DESPEJAR!, #LIGAR!, #CONECTAR!, #BLOQUEADO!',
  '#DESCONHECIDO!, #CÁLC!, #EXTERNO!',
  // Swedish
  '#SKÄRNING!, #DIVISION/0!, #VÄRDEFEL!, #REFERENS!, #NAMN?, #OGILTIGT!, #SAKNAS!, #HÄMTAR_DATA, #ANSLUT!',
  '#BLOCKERAD!, #OKÄNT!',
  // Danish
  '#VÆRDI!, #REFERENCE!, #NAVN?, #NUMMER!, #I/T, #HENTER_DATA, #OVERLØB!, #OPRETFORBINDELSE!, #BLOKERET!, #FELT!',
  '#BEREGN!, #EKSTERN!',
  // Norwegian, in both forms
  '#VERDI!, #OVERFLYT!, #KOBLE_TIL!, #BLOKKERT!, #UKJENT!, #EKSTERNT!, #HENTAR_DATA, #KOPLE_TIL!, #UKJEND!, #BEREKN!',
  // Finnish
  '#TYHJÄ!, #JAKO/0!, #ARVO!, #VIITTAUS!, #NIMI?, #LUKU!, #PUUTTUU, #PUUTTUU!, #HAETAAN_TIETOJA, #LEVITTYMINEN!',
  '#YHDISTÄ!, #ESTETTY!, #TUNTEMATON!, #KENTTÄ!, #LASKE!, #ULKOINEN!',
  // Polish
  '#ZERO!, #DZIEL/0!, #ARG!, #ADR!, #NAZWA?, #LICZBA!, #N/D!, #POBIERANIE_DANYCH, #ROZLANIE!, #POŁĄCZ!',
  '#ZABLOKOWANE!, #NIEZNANE!, #POLE!, #OBL!',
]

const errors: ReadonlySet<string> = new Set(shownErrors.flatMap((line) => line.split(', ')))
/** What LibreOffice writes for an error that has no name in Excel, such as Err:502; in French 'Err :502'. */
const numberedError = /^err ?:5\d\d$/i

/** Returns whether a text is the value that a spreadsheet shows for a failed formula, in one of the known languages. */
export const isExcelError = (text: string): boolean => errors.has(text) || numberedError.test(text)

import { create } from 'content-disposition'
import filenamify from 'filenamify'

const maxNameLength = 120

/** Returns a file name that every operating system accepts; characters that it cannot hold become '-'. */
export const fileName = (wanted: string, extension: string): string =>
  `${filenamify(wanted, { replacement: '-', maxLength: maxNameLength })}.${extension}`

/** Returns the Content-Disposition of a download: names outside ASCII are sent twice, for old programs in ASCII. */
export const attachment = (name: string): string =>
  create(name, isAscii(name) ? {} : { fallback: inAscii(name) })

const isAscii = (name: string) => /^[ -~]*$/.test(name)

const inAscii = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/g, '_')

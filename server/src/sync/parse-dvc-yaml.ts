import { parse } from 'yaml'
import { Unreadable } from './read-regular-file.ts'

const mergeMark = /^(<<<<<<<|>>>>>>>) /m
/** Looking for repeated keys takes the square of their number. */
const checksKeysUpTo = 200_000

/**
 * What a file of DVC says. Every value is text as it stands: a checksum such as 12e4… is no number.
 * Throws Unreadable with what is wrong and where.
 */
export function parseDvcYaml(text: string): unknown {
  if (mergeMark.test(text)) throw new Unreadable('holds merge marks (<<<<<<<): a conflict that was left open')
  try {
    return parse(text, { schema: 'failsafe', maxAliasCount: 100, uniqueKeys: text.length < checksKeysUpTo })
  } catch (error) {
    const [reason = ''] = String((error as Error).message).split('\n')
    throw new Unreadable(`is no valid YAML: ${reason.replace(/:$/, '')}`)
  }
}

import { parse } from 'yaml'
import { errorMessage } from '../errors/error-message.ts'
import { Unreadable } from './read-regular-file.ts'

const mergeMark = /^(<<<<<<<|>>>>>>>) /m
/** Characters. The search for repeated keys takes quadratic time. */
const checksKeysUpTo = 200_000

/**
 * Parses a file of DVC. Every value is returned as text: a checksum such as 12e4… is not a number.
 * Throws Unreadable with what is wrong and where.
 */
export function parseDvcYaml(text: string): unknown {
  if (mergeMark.test(text)) throw new Unreadable('holds merge marks (<<<<<<<): a conflict that was left open')
  try {
    return parse(text, { schema: 'failsafe', maxAliasCount: 100, uniqueKeys: text.length < checksKeysUpTo })
  } catch (error) {
    const [reason = ''] = errorMessage(error).split('\n')
    throw new Unreadable(`is no valid YAML: ${reason.replace(/:$/, '')}`)
  }
}

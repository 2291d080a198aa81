/** What a reader says of one cell: a code, that no tube is there, or that there is one which it could not read. */
export type Reading = { code: string } | 'empty' | 'unreadable'

const emptyWords = /^(no[ _-]?(tube|container|vial)|empty)\b/i
const failureWords = /^(no|not|bad)\b|^no[ _-]?(read|code)|err|fail|unread/i
const noCode =
  /^(|[-?*]+|no[ _-]?(read|code|barcode|decode)|not[ _-]?(read|decoded)|(read[ _-]?)?(error|fail(ed|ure)?)|unread(able)?)$/i

/** A blank is taken for a tube that was not read: that never takes a tube out of the box. */
export function readTube(given: string, status = ''): Reading {
  const code = given.trim()
  if (emptyWords.test(status.trim()) || emptyWords.test(code)) return 'empty'
  if (failureWords.test(status.trim()) || noCode.test(code)) return 'unreadable'
  return { code }
}

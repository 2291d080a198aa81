const forbiddenOnWindows = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const deviceOfWindows = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i
const maxNameLength = 120

/** A name that any system takes for a file; what it cannot hold becomes '-'. */
export function fileName(wanted: string, extension: string): string {
  const safe = [...wanted.replace(forbiddenOnWindows, '-')].slice(0, maxNameLength).join('')
  const stem = safe.replace(deviceOfWindows, '_$1').replace(/^[\s.]+|[\s.]+$/g, '')
  return `${stem || 'file'}.${extension}`
}

/** Content-Disposition with the name twice: in ASCII for old programs, and as it is (RFC 5987). */
export function attachment(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/g, '_')
  const exact = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${ascii.replace(/["\\]/g, '_')}"; filename*=UTF-8''${exact}`
}

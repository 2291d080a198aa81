import { isIP } from 'node:net'
import path from 'node:path'
import { isLoopbackHost } from '@lims/contract/is-loopback-host.ts'
import { Role } from '@lims/contract/permissions.ts'
import { SampleType } from '@lims/contract/sample-type.ts'
import { lowerCaseAscii } from '@lims/contract/text.ts'
import { isTimeZone, timeZoneNamed, utc } from '@lims/contract/time-zone.ts'
import { requestsPerMinute } from '@lims/contract/tokens.ts'
import { z } from 'zod'
import { StartError } from './errors/start-error.ts'

export const isLoopback = (address: string) => isLoopbackHost(new URL(address).hostname)

const list = (each: RegExp, error: string) =>
  z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(',')
        .map((one) => lowerCaseAscii(one.trim()))
        .filter(Boolean),
    )
    .refine((value) => value.every((one) => each.test(one)), error)

/** Refuses quotes, other separators and whole addresses, which no account would ever match. */
const domain = /^[^@\s"'<>;:/*]+$/
const emailAddress = /^[^@\s"<>;:/]+@[^@\s"'<>;:/*]+$/
const domainsError = 'must be domains such as institute.example, with commas between'
const emailsError = 'must be e-mail addresses with commas between'

/** An empty setting is one that is not set. */
const unlessEmpty = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema)

/** Docker hands on the quotation marks and blanks of an `--env-file`, which a shell and systemd take off. */
const text = z
  .string()
  .trim()
  .refine((value) => !/^(["']).*\1$/s.test(value), 'must be written without quotation marks')

const webAddress = z
  .url({
    abort: true,
    protocol: /^https?$/,
    error: 'must be a web address such as https://lims.example.org',
  })
  // fetch refuses an address with credentials, and its error, which is logged, contains them.
  .refine((value) => new URL(value).username === '' && new URL(value).password === '', {
    abort: true,
    error: 'must be without user name and password',
  })
const databaseUrlError =
  'must look like postgresql://user:password@host:5432/lims, with / @ # ? and % in the password written as %2F %40 %23 %3F and %25'
/** Otherwise a part of the password is read as the host or the name of the database, which are logged. */
const isPasswordEscaped = ({ pathname, search, hash }: URL) => !`${pathname}${search}`.includes('@') && !hash
const number = (min: number, max: number, unit: string) => {
  const error = `must be a number of ${unit} from ${min} to ${max}`
  return z.coerce.number({ error }).min(min, error).max(max, error)
}
const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.coerce.number({ error }).int(error).min(min, error).max(max, error)
}
/** The words are those of proxy-addr, by which Fastify reads X-Forwarded-For. */
const proxyWords = ['loopback', 'linklocal', 'uniquelocal']
const proxyAddressError =
  'must be addresses such as 10.0.0.5, networks such as 10.0.0.0/24, or loopback, with commas between'

/** A network of every address would let anybody pretend to be anybody. */
function isProxyAddress(value: string): boolean {
  const [address = '', prefix, ...rest] = value.split('/')
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (prefix === undefined) return bits > 0 || proxyWords.includes(value)
  return (
    bits > 0 && rest.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits
  )
}

const roleMapError =
  'must be groups of the provider with their roles, such as lab-leads=study-lead,freezer-team=storage-keeper'

/** `group=role,group=role`. A group may contain '=': the role follows the last one. */
const roleMap = z
  .string()
  .default('')
  .transform((value, { addIssue }): ReadonlyMap<string, Role> => {
    const roleOfGroup = new Map<string, Role>()
    for (const entry of value.split(',').filter((one) => one.trim() !== '')) {
      const separator = entry.lastIndexOf('=')
      const group = entry.slice(0, Math.max(separator, 0)).trim()
      const role = Role.safeParse(entry.slice(separator + 1).trim())
      if (group === '') addIssue(roleMapError)
      else if (role.success) roleOfGroup.set(group, role.data)
      else {
        const unknown = JSON.stringify(entry.slice(separator + 1).trim())
        addIssue(`${unknown} is not a role; roles are ${Role.options.join(', ')}`)
      }
    }
    return roleOfGroup
  })

const thawLimitsError = `must be sample types with their limits, such as PLASMA=3,SERUM=2; types are ${SampleType.options.join(', ')}`

/** `type=count,type=count`. */
const thawLimits = z
  .string()
  .default('')
  .transform((value, { addIssue }): ReadonlyMap<SampleType, number> => {
    const limits = new Map<SampleType, number>()
    for (const entry of value.split(',').filter((one) => one.trim() !== '')) {
      const [name = '', limit = '', ...rest] = entry.split('=').map((part) => part.trim())
      const type = SampleType.safeParse(name.toUpperCase())
      if (!type.success || !/^\d{1,3}$/.test(limit) || rest.length > 0) addIssue(thawLimitsError)
      else limits.set(type.data, Number(limit))
    }
    return limits
  })

const millimetres = number(5, 300, 'millimetres')
const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const Settings = z.object({
  HOST: unlessEmpty(text.default('127.0.0.1')),
  PORT: unlessEmpty(whole(1, 65_535).default(3000)),
  PUBLIC_URL: unlessEmpty(
    webAddress
      .refine(
        (value) => new URL(value).href === `${new URL(value).origin}/`,
        'must end after the host and port',
      )
      .transform((value) => new URL(value).origin)
      .optional(),
  ),
  TRUSTED_PROXIES: unlessEmpty(
    z
      .string()
      .default('loopback')
      .transform((value) => value.split(',').map((one) => one.trim()))
      .refine((value) => value.every(isProxyAddress), proxyAddressError),
  ),
  LIMS_DATA_DIR: unlessEmpty(text.optional()),
  LIMS_DATABASE_USER: unlessEmpty(text.optional()),
  DATABASE_URL: unlessEmpty(
    z
      .url({ protocol: /^postgres(ql)?$/, abort: true, error: databaseUrlError })
      .refine((value) => isPasswordEscaped(new URL(value)), databaseUrlError)
      .optional(),
  ),
  OIDC_ISSUER: unlessEmpty(
    webAddress
      .refine(
        (value) => new URL(value).protocol === 'https:' || isLoopback(value),
        'must begin with https://',
      )
      .optional(),
  ),
  OIDC_CLIENT_ID: unlessEmpty(text.optional()),
  OIDC_CLIENT_SECRET: unlessEmpty(text.optional()),
  OIDC_ALLOWED_DOMAINS: list(domain, domainsError),
  OIDC_ALLOWED_EMAILS: list(emailAddress, emailsError),
  OIDC_ROLES_CLAIM: unlessEmpty(text.optional()),
  OIDC_ROLE_MAP: roleMap,
  ADMIN_EMAILS: list(emailAddress, emailsError),
  DEFAULT_ROLE: unlessEmpty(
    z.enum(Role.options, { error: `must be one of ${Role.options.join(', ')}` }).default('bench'),
  ),
  SESSION_HOURS: unlessEmpty(number(0.1, 720, 'hours').default(12)),
  TOKEN_REQUESTS_PER_MINUTE: unlessEmpty(whole(1, 1_000_000).default(requestsPerMinute)),
  DVC_REPO_DIR: unlessEmpty(text.optional()),
  DVC_SCAN_MINUTES: unlessEmpty(number(0, 10_080, 'minutes').default(0)),
  AUDIT_ANCHOR_FILE: unlessEmpty(text.optional()),
  AUDIT_TSA_URL: unlessEmpty(webAddress.optional()),
  AUDIT_TSA_CA: unlessEmpty(text.optional()),
  THAW_LIMITS: unlessEmpty(thawLimits),
  TIME_ZONE: unlessEmpty(
    z
      .string()
      .trim()
      .refine(isTimeZone, {
        error: ({ input }) =>
          `${JSON.stringify(input)} is not a name of the IANA time zone database, such as Europe/Berlin or America/Los_Angeles`,
      })
      .optional(),
  ),
  LABEL_WIDTH_MM: unlessEmpty(millimetres.default(33)),
  LABEL_HEIGHT_MM: unlessEmpty(millimetres.default(13)),
  LABEL_DPI: unlessEmpty(
    z.literal(['203', '300', '600'], { error: 'must be 203, 300 or 600' }).transform(Number).default(300),
  ),
  LOG_LEVEL: unlessEmpty(z.enum(levels, { error: `must be one of ${levels.join(', ')}` }).default('info')),
})

const absolute = (value: string | undefined) => (value === undefined ? undefined : path.resolve(value))

export type Config = ReturnType<typeof readConfig>

/** The environment, checked once. Throws StartError with one line that names the setting at fault. */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const { success, data: settings, error } = Settings.safeParse(environment)
  if (!success) {
    const [issue] = error.issues
    throw new StartError(`Setting ${issue?.path.join('.')} is wrong: ${issue?.message}`)
  }
  const identity = readIdentity(settings)
  assertRolesComplete(settings)
  return {
    // Fastify listens on both addresses of this name, and at a stop waits for the requests of one.
    host: settings.HOST === 'localhost' ? '127.0.0.1' : settings.HOST,
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    trustedProxies: settings.TRUSTED_PROXIES,
    dataDir: path.resolve(settings.LIMS_DATA_DIR ?? './data'),
    isDataDirGiven: settings.LIMS_DATA_DIR !== undefined,
    databaseUser: settings.LIMS_DATABASE_USER,
    databaseUrl: settings.DATABASE_URL,
    identity,
    access: {
      adminEmails: settings.ADMIN_EMAILS,
      defaultRole: settings.DEFAULT_ROLE,
      /** The role of each group of the identity provider. */
      roleOfGroup: settings.OIDC_ROLE_MAP,
    },
    sessionHours: settings.SESSION_HOURS,
    tokenRequestsPerMinute: settings.TOKEN_REQUESTS_PER_MINUTE,
    dvcRepoDir: absolute(settings.DVC_REPO_DIR),
    dvcScanMinutes: settings.DVC_SCAN_MINUTES,
    audit: {
      anchorFile: absolute(settings.AUDIT_ANCHOR_FILE),
      tsaUrl: settings.AUDIT_TSA_URL,
      /** Certificates of the time-stamp authority, in PEM, for `npm run audit:verify`. */
      tsaCaFile: absolute(settings.AUDIT_TSA_CA),
    },
    /** Freeze-thaw cycles that a sample of a type may have. */
    thawLimits: settings.THAW_LIMITS,
    laboratoryTime: laboratoryTimeOf(settings.TIME_ZONE),
    labelStock: {
      widthMm: settings.LABEL_WIDTH_MM,
      heightMm: settings.LABEL_HEIGHT_MM,
      dpi: settings.LABEL_DPI,
    },
    logLevel: settings.LOG_LEVEL,
  }
}

/** The time zone of the laboratory; `name` is undefined if it is not set, and what the server writes is in UTC then. */
const laboratoryTimeOf = (name: string | undefined) => ({ name, zone: name ? timeZoneNamed(name) : utc })

export type LaboratoryTime = ReturnType<typeof laboratoryTimeOf>

export type Identity =
  | { kind: 'demo' }
  | {
      kind: 'provider'
      issuer: string
      clientId: string
      clientSecret: string | undefined
      allowedDomains: string[]
      allowedEmails: string[]
      /** The claim that holds the groups of a person; undefined if the provider gives no roles. */
      rolesClaim: string | undefined
    }

const ofProvider = [
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_ALLOWED_DOMAINS',
  'OIDC_ALLOWED_EMAILS',
  'OIDC_ROLES_CLAIM',
] as const

/** Throws StartError if only one of the two settings for roles of the provider is set. */
function assertRolesComplete(settings: z.infer<typeof Settings>) {
  const hasClaim = settings.OIDC_ROLES_CLAIM !== undefined
  if (hasClaim === settings.OIDC_ROLE_MAP.size > 0) return
  const [present, missing] = hasClaim
    ? ['OIDC_ROLES_CLAIM', 'OIDC_ROLE_MAP']
    : ['OIDC_ROLE_MAP', 'OIDC_ROLES_CLAIM']
  throw new StartError(`Setting ${missing} is missing: ${present} needs it.`)
}

/** Throws StartError if the demo identity would be reachable from elsewhere, or a setting is for a provider. */
function assertForDemo(settings: z.infer<typeof Settings>): void {
  const noIssuer = 'Setting OIDC_ISSUER is missing'
  const { HOST: host, PUBLIC_URL: publicUrl } = settings
  if (!isLoopbackHost(host)) {
    throw new StartError(
      `${noIssuer}: without it anybody may sign in, so HOST must be a loopback address, not ${host}.`,
    )
  }
  if (publicUrl && !isLoopback(publicUrl)) {
    throw new StartError(
      `${noIssuer}: without it anybody may sign in, so PUBLIC_URL must be on localhost, not ${publicUrl}.`,
    )
  }
  const pointless = ofProvider.find((name) => (settings[name]?.length ?? 0) > 0)
  if (pointless) {
    throw new StartError(`${noIssuer}: ${pointless} is set, and without a provider anybody may sign in.`)
  }
}

function readIdentity(settings: z.infer<typeof Settings>): Identity {
  if (!settings.OIDC_ISSUER) {
    assertForDemo(settings)
    return { kind: 'demo' }
  }
  if (settings.PUBLIC_URL?.startsWith('http:') && !isLoopback(settings.PUBLIC_URL)) {
    throw new StartError('Setting PUBLIC_URL is wrong: with OIDC_ISSUER it must begin with https://')
  }
  if (!settings.OIDC_CLIENT_ID)
    throw new StartError('Setting OIDC_CLIENT_ID is missing: OIDC_ISSUER needs it.')
  if (settings.OIDC_ALLOWED_DOMAINS.length === 0 && settings.OIDC_ALLOWED_EMAILS.length === 0) {
    throw new StartError(
      'Set OIDC_ALLOWED_DOMAINS or OIDC_ALLOWED_EMAILS: without one of them nobody could sign in.',
    )
  }
  return {
    kind: 'provider',
    issuer: settings.OIDC_ISSUER,
    clientId: settings.OIDC_CLIENT_ID,
    clientSecret: settings.OIDC_CLIENT_SECRET,
    allowedDomains: settings.OIDC_ALLOWED_DOMAINS,
    allowedEmails: settings.OIDC_ALLOWED_EMAILS,
    rolesClaim: settings.OIDC_ROLES_CLAIM,
  }
}

import path from 'node:path'
import { utc } from '@lims/contract/time-zone.ts'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const provider = {
  OIDC_ISSUER: 'https://accounts.google.com',
  OIDC_CLIENT_ID: 'lims',
  OIDC_CLIENT_SECRET: 'secret',
  OIDC_ALLOWED_DOMAINS: ' Brain.Example, ,institute.example',
}

test('nothing set means a laptop: loopback, the embedded database, the demo identity', () => {
  expect(readConfig({})).toEqual({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    trustedProxies: ['loopback'],
    dataDir: path.resolve('data'),
    isDataDirGiven: false,
    databaseUser: undefined,
    databaseUrl: undefined,
    identity: { kind: 'demo' },
    access: { adminEmails: [], defaultRole: 'bench', roleOfGroup: new Map() },
    tokenRequestsPerMinute: 600,
    sessionHours: 12,
    dvcRepoDir: undefined,
    dvcScanMinutes: 0,
    audit: { anchorFile: undefined, tsaUrl: undefined, tsaCaFile: undefined },
    thawLimits: new Map(),
    laboratoryTime: { name: undefined, zone: utc },
    labelStock: { widthMm: 33, heightMm: 13, dpi: 300 },
    logLevel: 'info',
  })
})

test.each(['', ' '])('an empty setting (%j) is one that is not set', (nothing) => {
  const empty = Object.fromEntries(
    [
      'HOST',
      'PORT',
      'PUBLIC_URL',
      'TRUSTED_PROXIES',
      'LIMS_DATA_DIR',
      'DATABASE_URL',
      'OIDC_ISSUER',
      'OIDC_ALLOWED_EMAILS',
      'OIDC_ROLES_CLAIM',
      'OIDC_ROLE_MAP',
      'ADMIN_EMAILS',
      'DEFAULT_ROLE',
      'SESSION_HOURS',
      'DVC_REPO_DIR',
      'DVC_SCAN_MINUTES',
      'THAW_LIMITS',
      'TIME_ZONE',
      'LABEL_WIDTH_MM',
      'LABEL_DPI',
      'LOG_LEVEL',
    ].map((name) => [name, nothing]),
  )
  expect(readConfig(empty)).toEqual(readConfig({}))
})

test('limits of freeze-thaw cycles are given by sample type', () => {
  expect(readConfig({ THAW_LIMITS: 'plasma=3, SERUM=0,' }).thawLimits).toEqual(
    new Map([
      ['PLASMA', 3],
      ['SERUM', 0],
    ]),
  )
  for (const wrong of ['PLASMA', 'PLASMA=', 'PLASMA=-1', 'ICE=2', 'PLASMA=1=2', 'PLASMA=1000']) {
    expect(() => readConfig({ THAW_LIMITS: wrong })).toThrow(
      'Setting THAW_LIMITS is wrong: must be sample types with their limits, such as PLASMA=3,SERUM=2; types are UNKNOWN_SAMPLE_TYPE, PLASMA, BLOOD',
    )
  }
})

test('a provider comes with its client and with who may sign in', () => {
  expect(
    readConfig({ ...provider, HOST: '0.0.0.0', PUBLIC_URL: 'https://lims.brain.example/' }),
  ).toMatchObject({
    host: '0.0.0.0',
    publicUrl: 'https://lims.brain.example',
    identity: {
      kind: 'provider',
      issuer: 'https://accounts.google.com',
      clientId: 'lims',
      clientSecret: 'secret',
      allowedDomains: ['brain.example', 'institute.example'],
      allowedEmails: [],
    },
  })
})

test('localhost is one address: Fastify would listen on a second one, and stop without waiting for its requests', () => {
  expect(readConfig({ HOST: 'localhost' }).host).toBe('127.0.0.1')
})

test.each(['127.0.0.1', '127.8.0.1', '::1'])('the demo identity may listen on %s', (HOST) => {
  expect(readConfig({ HOST }).host).toBe(HOST)
})

test('A7 proxies are addresses, networks and the words for them', () => {
  const TRUSTED_PROXIES = 'loopback, 10.0.0.5,192.168.7.0/24 , 2001:db8::/32,::1, uniquelocal'
  const trusted = ['loopback', '10.0.0.5', '192.168.7.0/24', '2001:db8::/32', '::1', 'uniquelocal']
  expect(readConfig({ TRUSTED_PROXIES }).trustedProxies).toEqual(trusted)
})

test.each(['proxy.example', '10.0.0.256', '10.0.0.0/33', '10.0.0.0/', '0.0.0.0/0', '::/0', '10.0.0.5,', '*'])(
  'A7 TRUSTED_PROXIES=%s is refused by name',
  (TRUSTED_PROXIES) => {
    expect(() => readConfig({ TRUSTED_PROXIES })).toThrow(
      /^Setting TRUSTED_PROXIES is wrong: must be addresses/,
    )
  },
)

test.each([
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_ALLOWED_DOMAINS',
  'OIDC_ALLOWED_EMAILS',
  'OIDC_ROLES_CLAIM',
])('A13 %s without OIDC_ISSUER is refused instead of letting anybody in', (name) => {
  const value = name === 'OIDC_ALLOWED_EMAILS' ? 'ada@brain.example' : 'brain.example'
  expect(() => readConfig({ [name]: value })).toThrow(
    `Setting OIDC_ISSUER is missing: ${name} is set, and without a provider anybody may sign in.`,
  )
})

test('A13 with a provider the public address is https, or on loopback', () => {
  const PUBLIC_URL = 'http://lims.brain.example'
  const refused = 'Setting PUBLIC_URL is wrong: with OIDC_ISSUER it must begin with https://'
  expect(() => readConfig({ ...provider, PUBLIC_URL })).toThrow(refused)
  expect(readConfig({ ...provider, PUBLIC_URL: 'http://127.0.0.1:4000' }).publicUrl).toBe(
    'http://127.0.0.1:4000',
  )
})

const noQuotes = 'must be written without quotation marks'
const aPort = 'must be a whole number from 1 to 65535'
const anAddress = 'must be a web address such as https://lims.example.org'
const someDomains = 'must be domains such as institute.example, with commas between'
const aDatabase =
  'must look like postgresql://user:password@host:5432/lims, with / @ # ? and % in the password written as %2F'

test.each([
  ['HOST', "'127.0.0.1'", noQuotes],
  ['LIMS_DATA_DIR', '"/data"', noQuotes],
  ['LIMS_DATABASE_USER', '"lims"', noQuotes],
  ['DVC_REPO_DIR', "'/mnt/dvc' ", noQuotes],
  ['AUDIT_ANCHOR_FILE', '"/mnt/worm/anchors.jsonl"', noQuotes],
  ['AUDIT_TSA_CA', '"/etc/ssl/tsa.pem"', noQuotes],
  ['OIDC_CLIENT_ID', '"lims"', noQuotes],
  ['OIDC_CLIENT_SECRET', '"hunter2"', noQuotes],
  ['OIDC_ROLES_CLAIM', '"groups"', noQuotes],
  ['PORT', 'three thousand', aPort],
  ['PORT', '0', aPort],
  ['PORT', '65536', aPort],
  ['PORT', '80.5', aPort],
  ['PUBLIC_URL', 'lims.example.org', anAddress],
  ['PUBLIC_URL', 'ftp://lims.example.org', anAddress],
  ['PUBLIC_URL', 'http://localhost:3000/lims', 'must end after the host and port'],
  ['PUBLIC_URL', 'http://localhost:3000?a=b', 'must end after the host and port'],
  ['DATABASE_URL', 'mysql://localhost/lims', aDatabase],
  ['DATABASE_URL', 'localhost:5432', aDatabase],
  ['DATABASE_URL', 'postgresql://lims:p@ss/word@db.example:5432/lims', aDatabase],
  ['DATABASE_URL', 'postgresql://lims:12/34@db.example:5432/lims', aDatabase],
  ['DATABASE_URL', 'postgresql://lims:12?34@db.example:5432/lims', aDatabase],
  ['DATABASE_URL', 'postgresql://lims:12#34@db.example:5432/lims', aDatabase],
  ['OIDC_ISSUER', 'accounts.google.com', anAddress],
  ['OIDC_ISSUER', 'http://accounts.google.com', 'must begin with https://'],
  ['OIDC_ISSUER', 'https://lims:secret@login.institute.example', 'must be without user name and password'],
  ['AUDIT_TSA_URL', 'https://lims:secret@tsa.example/stamp', 'must be without user name and password'],
  ['AUDIT_TSA_URL', 'https://lims@tsa.example/stamp', 'must be without user name and password'],
  ['OIDC_ALLOWED_DOMAINS', 'ada@brain.example', someDomains],
  ['OIDC_ALLOWED_DOMAINS', 'brain.example;institute.example', someDomains],
  ['OIDC_ALLOWED_DOMAINS', '"brain.example"', someDomains],
  ['OIDC_ALLOWED_DOMAINS', 'https://brain.example', someDomains],
  ['OIDC_ALLOWED_DOMAINS', '*.brain.example', someDomains],
  ['OIDC_ALLOWED_EMAILS', 'brain.example', 'must be e-mail addresses with commas between'],
  [
    'OIDC_ROLE_MAP',
    'lab-leads=study-lead,staff=boss',
    '"boss" is not a role; roles are viewer, bench, storage-keeper, study-lead, administrator',
  ],
  ['OIDC_ROLE_MAP', 'lab-leads=', '"" is not a role'],
  ['OIDC_ROLE_MAP', 'lab-leads', 'must be groups of the provider with their roles, such as'],
  ['OIDC_ROLE_MAP', '=viewer', 'must be groups of the provider with their roles, such as'],
  ['ADMIN_EMAILS', 'ada', 'must be e-mail addresses with commas between'],
  ['ADMIN_EMAILS', '"ada@brain.example"', 'must be e-mail addresses with commas between'],
  ['ADMIN_EMAILS', "'ada@brain.example'", 'must be e-mail addresses with commas between'],
  ['ADMIN_EMAILS', 'ada@brain.example;', 'must be e-mail addresses with commas between'],
  ['DEFAULT_ROLE', 'boss', 'must be one of viewer, bench, storage-keeper, study-lead, administrator'],
  ['SESSION_HOURS', 'a day', 'must be a number of hours from 0.1 to 720'],
  ['SESSION_HOURS', '0', 'must be a number of hours from 0.1 to 720'],
  ['TIME_ZONE', 'Berlin', '"Berlin" is not a name of the IANA time zone database, such as Europe/Berlin'],
  ['TIME_ZONE', '+02:00', '"+02:00" is not a name of the IANA time zone database'],
  ['LABEL_WIDTH_MM', '1000', 'must be a number of millimetres from 5 to 300'],
  ['LABEL_HEIGHT_MM', '-13', 'must be a number of millimetres from 5 to 300'],
  ['LABEL_DPI', '301', 'must be 203, 300 or 600'],
  ['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent'],
])('%s=%s is refused by name', (name, value, why) => {
  expect(() => readConfig({ [name]: value })).toThrow(`Setting ${name} is wrong: ${why}`)
})

test.each([
  [
    { HOST: '0.0.0.0' },
    'Setting OIDC_ISSUER is missing: without it anybody may sign in, so HOST must be a loopback address, not 0.0.0.0.',
  ],
  [
    { PUBLIC_URL: 'https://lims.example.org' },
    'Setting OIDC_ISSUER is missing: without it anybody may sign in, so PUBLIC_URL must be on localhost, not https://lims.example.org.',
  ],
  [{ ...provider, OIDC_CLIENT_ID: '' }, 'Setting OIDC_CLIENT_ID is missing: OIDC_ISSUER needs it.'],
  [
    { ...provider, OIDC_ALLOWED_DOMAINS: ' , ' },
    'Set OIDC_ALLOWED_DOMAINS or OIDC_ALLOWED_EMAILS: without one of them nobody could sign in.',
  ],
  [
    { ...provider, OIDC_ROLES_CLAIM: 'groups' },
    'Setting OIDC_ROLE_MAP is missing: OIDC_ROLES_CLAIM needs it.',
  ],
  [
    { ...provider, OIDC_ROLE_MAP: 'a=viewer' },
    'Setting OIDC_ROLES_CLAIM is missing: OIDC_ROLE_MAP needs it.',
  ],
])('settings that do not go together are refused: %j', (settings, why) => {
  expect(() => readConfig(settings)).toThrow(why)
})

test('blanks around a setting, as Docker hands them on, do not count', () => {
  const { dataDir, databaseUser, dvcRepoDir, identity } = readConfig({
    ...provider,
    LIMS_DATA_DIR: ' /var/lib/lims/data \r',
    LIMS_DATABASE_USER: 'lims ',
    DVC_REPO_DIR: '/mnt/dvc ',
    OIDC_CLIENT_SECRET: `it's "fine"\r`,
  })
  expect({ dataDir, databaseUser, dvcRepoDir }).toEqual({
    dataDir: '/var/lib/lims/data',
    databaseUser: 'lims',
    dvcRepoDir: '/mnt/dvc',
  })
  expect(identity).toMatchObject({ clientSecret: `it's "fine"` })
})

test('groups of the provider are read with their roles, spaces and all', () => {
  const OIDC_ROLE_MAP = 'lab-leads=study-lead, Freezer Team = storage-keeper,cn=guests=viewer,'
  const { access, identity } = readConfig({ ...provider, OIDC_ROLES_CLAIM: 'groups', OIDC_ROLE_MAP })
  expect([...access.roleOfGroup]).toEqual([
    ['lab-leads', 'study-lead'],
    ['Freezer Team', 'storage-keeper'],
    ['cn=guests', 'viewer'],
  ])
  expect(identity).toMatchObject({ rolesClaim: 'groups' })
})

test('a refusal never repeats a secret', () => {
  const secret = 'postgres://lims:hunter2@db.example'
  expect(() => readConfig({ DATABASE_URL: `x${secret}`, OIDC_CLIENT_SECRET: 'hunter2' })).toThrow(
    /^(?!.*hunter2)/,
  )
})

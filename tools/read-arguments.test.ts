import { execFile, execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { StartError } from '../server/src/errors/start-error.ts'
import { root } from './project.ts'
import { readArguments } from './read-arguments.ts'
import { runTool } from './test/run-tool.ts'

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'lims-arguments-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const accepted = {
  usage: 'npm run tool -- FILE [--erasures FILE]',
  options: { erasures: { type: 'string' } },
  maxPositionals: 1,
} as const

test.each([
  [['--help'], "Unknown option '--help'."],
  [['a.gz', 'b.gz'], "Unexpected argument 'b.gz'."],
  [['a.gz', '--erasures', ''], "Option '--erasures' is empty."],
  [['a.gz', '--erasures='], "Option '--erasures' is empty."],
  [['a.gz', '--erasures', 'june.jsonl', '--erasures', 'july.jsonl'], "Option '--erasures' is given twice."],
])('the arguments %j are refused with one sentence and the usage', (args, sentence) => {
  expect(() => readArguments(accepted, args)).toThrow(
    new StartError(`${sentence} Use: npm run tool -- FILE [--erasures FILE]`),
  )
})

test('arguments that a command takes are returned', () => {
  const read = readArguments(accepted, ['a.gz', '--erasures', 'june.jsonl'])
  expect(read).toEqual({ values: { erasures: 'june.jsonl' }, positionals: ['a.gz'] })
})

/** Each command once: what is refused is proved above. */
test.each([
  ['backup', ['a.gz', 'b.gz'], "Unexpected argument 'b.gz'. Use: npm run backup -- [FILE]"],
  [
    'restore',
    ['a.gz', '--erasures', ''],
    "Option '--erasures' is empty. Use: npm run restore -- FILE [--erasures FILE]",
  ],
  ['seed', ['--help'], "Unknown option '--help'. Use: npm run seed"],
  ['move-over', ['./data'], "Unexpected argument './data'. Use: npm run move-over"],
  ['rotate-key', ['--help'], "Unknown option '--help'. Use: npm run rotate-key"],
  [
    'audit-verify',
    ['--backup', ''],
    "Option '--backup' is empty. Use: npm run audit:verify [-- --backup FILE | --export FILE]",
  ],
  [
    'audit-verify',
    ['--backup', 'a.gz', '--export', 'a.csv'],
    'Nothing verified: please name a backup or an export, one at a time.',
  ],
  [
    'print-agent/print-agent',
    ['--test-label', ''],
    "Option '--test-label' is empty. Use: npm run print-agent [-- --port PORT] [--test-label 33x13@300]",
  ],
])('%s %j does nothing and says how it is used', async (tool, args, line) => {
  const folder = temporaryFolder()
  await expect(
    runTool(tool, args, { cwd: folder, settings: { LIMS_DATA_DIR: path.join(folder, 'data') } }),
  ).rejects.toMatchObject({ code: 1, stdout: '', stderr: `${line}\n` })
  expect(readdirSync(folder)).toEqual([])
})

test.each([
  [
    'restore',
    ['a.gz', '--erasures=list.jsonl'],
    "Option '--erasures' stays with npm: write -- before it. Use: npm run restore -- FILE [--erasures FILE]",
  ],
  [
    'audit:verify',
    ['--export='],
    "Option '--export' stays with npm: write -- before it. Use: npm run audit:verify [-- --backup FILE | --export FILE]",
  ],
  [
    'print-agent',
    ['--test-label=33x13@300'],
    "Option '--test-label' stays with npm: write -- before it. Use: npm run print-agent [-- --port PORT] [--test-label 33x13@300]",
  ],
])('npm run %s %j, which npm does not hand on without --, does nothing', async (command, args, line) => {
  const { PATH, HOME } = process.env
  const folder = temporaryFolder()
  const run = promisify(execFile)('npm', ['run', '--silent', command, ...args], {
    cwd: root,
    env: { PATH, HOME, LIMS_DATA_DIR: path.join(folder, 'data') },
  })
  await expect(run).rejects.toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(line) })
  expect(readdirSync(folder)).toEqual([])
})

test('a backup into what cannot hold it ends with one sentence, before a database is opened', async () => {
  const folder = temporaryFolder()
  mkdirSync(path.join(folder, 'backups'))
  const backup = (file: string) =>
    runTool('backup', [file], { cwd: folder, settings: { LIMS_DATA_DIR: path.join(folder, 'data') } })
  const refuses = (file: string, stderr: string) =>
    expect(backup(file), file).rejects.toMatchObject({ code: 1, stderr })
  await refuses('', 'Please name the file: npm run backup -- [FILE]\n')
  await refuses('none/a.gz', 'Nothing saved: there is no folder none.\n')
  await refuses('backups', 'Nothing saved: backups is a folder. Please name a file.\n')
  // As root, a backup to /dev/null took the place of the device.
  execFileSync('mkfifo', [path.join(folder, 'pipe')])
  await refuses('pipe', 'Nothing saved: pipe is not a regular file.\n')
  expect(statSync(path.join(folder, 'pipe')).isFIFO()).toBe(true)
  symlinkSync('circle', path.join(folder, 'circle'))
  await refuses('circle', 'Nothing saved: the symbolic link circle leads in a circle.\n')
  symlinkSync('none/a.gz', path.join(folder, 'dangling'))
  await refuses('dangling', `Nothing saved: there is no folder ${path.join(realpathSync(folder), 'none')}.\n`)
  expect(existsSync(path.join(folder, 'data'))).toBe(false)
})

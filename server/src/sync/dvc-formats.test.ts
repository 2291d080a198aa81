import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { makeDataRepository } from '../../test/data-repository.ts'
import { openLab } from '../../test/lab.ts'
import { makeBam } from '../../test/make-bam.ts'
import { scanning } from '../../test/scanning.ts'

const repository = makeDataRepository()
const lab = await openLab({ DVC_REPO_DIR: repository.folder })
const { scan, scanForFiles, messages } = scanning(lab)
beforeEach(() => repository.clear())

const headersOf = async () =>
  (await lab.db.selectFrom('data_file').selectAll().orderBy('path').execute()).map(
    ({ path, header, sample_names }) => [path, header, ...sample_names],
  )
const slashed = (md5: string) => `${md5.slice(0, 2)}/${md5.slice(2)}`

test('the BAM files of a folder are listed in a manifest, which lies in the cache', async () => {
  const first = repository.cache(makeBam(['A']))
  const second = repository.cache(makeBam(['B']))
  const list = [
    { md5: first.md5, relpath: 'r1/A.bam' },
    { md5: second.md5, relpath: 'r1/B.BAM' },
    { md5: first.md5, relpath: 'r1/A.bam.bai' },
  ]
  const { md5 } = repository.cache(JSON.stringify(list), { ending: '.dir' })
  repository.write(
    'data/runs.dvc',
    `outs:\n- md5: ${md5}\n  size: 9\n  nfiles: 3\n  hash: md5\n  path: runs\n`,
  )

  expect(await scanForFiles()).toEqual({
    'data/runs/r1/A.bam': 'data/runs/r1/A.bam',
    'data/runs/r1/B.BAM': 'data/runs/r1/B.BAM',
  })
  expect(await headersOf()).toEqual([
    ['data/runs/r1/A.bam', 'read', 'A'],
    ['data/runs/r1/B.BAM', 'read', 'B'],
  ])
  // A manifest states no sizes.
  expect(await lab.db.selectFrom('data_file').select('size').orderBy('path').execute()).toEqual([
    { size: first.size },
    { size: second.size },
  ])
})

test('a BAM file with a colon in its name is found, alone and in a folder', async () => {
  const { md5, size } = repository.cache(makeBam(['A']))
  repository.write('lane:1.bam.dvc', `outs:\n- {md5: ${md5}, size: ${size}, hash: md5, path: 'lane:1.bam'}\n`)
  const list = repository.cache(JSON.stringify([{ md5, relpath: 'lane:2.bam' }]), { ending: '.dir' })
  repository.write('runs.dvc', `outs:\n- md5: ${list.md5}\n  hash: md5\n  path: runs\n`)

  expect(Object.keys(await scanForFiles()).sort()).toEqual(['lane:1.bam', 'runs/lane:2.bam'])
})

test('a folder that dvc.yaml names with a slash at its end holds its BAM files', async () => {
  const { md5 } = repository.cache(makeBam(['A']))
  const list = repository.cache(JSON.stringify([{ md5, relpath: 'r1/A.bam' }]), { ending: '.dir' })
  repository.write('.dvc/config', '[\'remote "own"\']\nurl = s3://own/\n')
  repository.write('p/dvc.yaml', 'stages:\n  align:\n    cmd: x\n    outs:\n    - ../runs/: {remote: own}\n')
  repository.write(
    'p/dvc.lock',
    `schema: '2.0'\nstages:\n  align:\n    cmd: x\n    outs:\n    - {path: ../runs/, hash: md5, md5: ${list.md5}, nfiles: 1}\n`,
  )
  expect(await scanForFiles()).toEqual({ 'runs/r1/A.bam': `s3://own/files/md5/${slashed(md5)}` })
  expect(await messages()).toEqual([expect.stringMatching(/belongs to no sample here/)])
})

test('a missing manifest is reported, and found once it is there', async () => {
  const { md5 } = repository.cache(makeBam(['A']))
  const list = JSON.stringify([{ md5, relpath: 'A.bam' }])
  repository.write(
    'runs.dvc',
    'outs:\n- md5: 00000000000000000000000000000000.dir\n  hash: md5\n  path: runs\n',
  )
  expect(await scanForFiles()).toEqual({})
  expect(await messages()).toEqual(['runs is a folder whose list of files is in neither cache nor remote'])

  repository.write(`.dvc/cache/files/md5/00/${'0'.repeat(30)}.dir`, list)

  expect(Object.keys(await scanForFiles())).toEqual(['runs/A.bam'])
})

test('the outputs of stages stand in dvc.lock, where they work in dvc.yaml, made by foreach and matrix too', async () => {
  const { md5, size } = repository.cache(makeBam(['A']))
  const output = (path: string) => `    - {path: ${path}, hash: md5, md5: ${md5}, size: ${size}}\n`
  const stage = (name: string, path: string) =>
    `  ${name}:\n    cmd: x\n    deps:\n${output('dep.bam')}    outs:\n${output(path)}`
  repository.write(
    'p/dvc.lock',
    `schema: '2.0'\nstages:\n${stage('plain', 'plain.bam')}${stage('align@a', 'a.bam')}${stage('mat@x', 'm-x.bam')}`,
  )
  repository.write(
    'p/dvc.yaml',
    'stages:\n  plain:\n    cmd: x\n  align:\n    foreach: [a]\n    do:\n      wdir: work/\u0024{item}\n      cmd: x\n  mat:\n    matrix: {s: [x]}\n    wdir: ../w\n',
  )
  expect(Object.keys(await scanForFiles()).sort()).toEqual(['p/plain.bam', 'p/work/a/a.bam', 'w/m-x.bam'])

  repository.write('p/dvc.yaml', 'stages:\n  plain:\n    wdir: elsewhere\n')

  expect(Object.keys(await scanForFiles())).toEqual(['p/elsewhere/plain.bam'])
})

test('a work folder is named by the values of its stage of foreach or matrix', async () => {
  const { md5, size } = repository.cache(makeBam(['A']))
  const names = ['map@k1', 'list@1', 'mat@x-1-y', 'mat@x-2-z', 'other@a']
  const stages = names.map(
    (name) =>
      `  ${name}:\n    cmd: x\n    outs:\n    - {path: A.bam, hash: md5, md5: ${md5}, size: ${size}}\n`,
  )
  repository.write('dvc.lock', `schema: '2.0'\nstages:\n${stages.join('')}`)
  repository.write(
    'dvc.yaml',
    [
      'stages:',
      '  map: {foreach: {k1: {run: r1}}, do: {wdir: "m/\u0024{key}/\u0024{ item.run }"}}',
      '  list: {foreach: [{of: [q0]}, {of: [q1]}], do: {wdir: "l/\u0024{item}/\u0024{item.of[0]}"}}',
      '  mat: {matrix: {s: [x, x-1, x-2], r: ["1-y", y, {z: w}, z]}, wdir: "x/\u0024{item.s}/\u0024{item.r}"}',
      '  other: {foreach: [a], do: {wdir: "o/\u0024{unknown}"}}',
    ].join('\n'),
  )
  expect(Object.keys(await scanForFiles()).sort()).toEqual([
    'l/1/q1/A.bam',
    'm/k1/r1/A.bam',
    'o/\u0024{unknown}/A.bam',
    'x/x-2/z/A.bam',
    'x/x/1-y/A.bam',
  ])
})

test('a lock of thousands of stages is read whole, also by pieces', async () => {
  const stages = Array.from({ length: 3000 }, (_, n) => {
    const md5 = n.toString(16).padStart(32, '0')
    return `  align@${n}:\n    cmd: |\n      a\n\n      b:\n    outs:\n    - path: ${n}.bam\n      md5: ${md5}\n      size: 1\n`
  })
  repository.write('dvc.lock', `schema: '2.0'\nstages:\n${stages.join('')}`)
  repository.write('dvc.yaml', 'stages:\n  align:\n    foreach: \u0024{numbers}\n    do: {wdir: runs}\n')

  const files = Object.keys(await scanForFiles())

  expect(files).toHaveLength(3000)
  expect(files).toEqual(expect.arrayContaining(['runs/0.bam', 'runs/1517.bam', 'runs/2999.bam']))
})

test('a lock without schema, and content kept the way of DVC 2, are read as well', async () => {
  const { md5 } = repository.cache(makeBam(['A']), { layout: 2 })
  repository.write('.dvc/config', '[\'remote "old"\']\nurl = gs://brain/old/\n[core]\nremote = old\n')
  repository.write('dvc.lock', `one:\n  cmd: x\n  outs:\n  - path: A.bam\n    md5: ${md5}\n`)
  repository.write('b.dvc', `wdir: sub\nouts:\n- md5: ${md5}\n  path: B.bam\n`)
  expect(await scanForFiles()).toEqual({
    'A.bam': `gs://brain/old/${slashed(md5)}`,
    'sub/B.bam': `gs://brain/old/${slashed(md5)}`,
  })
  expect(await headersOf()).toEqual([
    ['A.bam', 'read', 'A'],
    ['sub/B.bam', 'read', 'A'],
  ])
})

test('an output may have its own remote; config.local wins; no password comes into an address', async () => {
  repository.write(
    '.dvc/config',
    '[core]\n    remote = lab\n[\'remote "lab"\']\n    url = s3://public\n[\'remote "far"\']\n    url = "https://u:geheim@far.example/x y?sig=geheim"\n[\'remote "kept"\']\n    url = s3://kept\n    version_aware = true\n',
  )
  repository.write(
    '.dvc/config.local',
    '[\'remote "lab"\']\n    url = ssh://ada:geheim@lab.example/dvc\n    password = geheim\n',
  )
  const { md5 } = repository.add('A.bam', makeBam(['A']))
  repository.add('B.bam', makeBam(['A']), { remote: 'far' })
  repository.add('C.bam', makeBam(['A']), { remote: 'kept' })
  expect(await scanForFiles()).toEqual({
    'A.bam': `ssh://lab.example/dvc/files/md5/${slashed(md5)}`,
    'B.bam': `https://far.example/x y/files/md5/${slashed(md5)}`,
    'C.bam': 's3://kept/C.bam',
  })
  expect(JSON.stringify(await lab.db.selectFrom('data_file').selectAll().execute())).not.toContain('geheim')

  repository.write('.dvc/config.local', '')

  expect(await scanForFiles()).toMatchObject({ 'A.bam': `s3://public/files/md5/${slashed(md5)}` })
})

test('a file that DVC does not push has its path in the repository as its address', async () => {
  repository.write('.dvc/config', '[core]\nremote = lab\n[\'remote "lab"\']\nurl = s3://lab\n')
  const { md5 } = repository.add('pushed.bam', makeBam(['A']), { push: 'true' })
  repository.add('kept.bam', makeBam(['A']), { push: 'false' })
  repository.add('uncached.bam', makeBam(['A']), { cache: 'False', remote: 'lab' })
  const output = (path: string) => `outs:\n- {path: ${path}, hash: md5, md5: ${md5}}\n`
  const registry = 'repo: {url: git@github.com:lab/registry, rev_lock: abc}'
  repository.write('import.dvc', `frozen: true\ndeps:\n- path: a.bam\n  ${registry}\n${output('import.bam')}`)
  repository.write(
    'url.dvc',
    `frozen: true\ndeps:\n- path: s3://far/a.bam\n  md5: ${md5}\n${output('url.bam')}`,
  )
  repository.write(
    'p/dvc.yaml',
    'stages:\n  s:\n    cmd: x\n    outs:\n    - 1.bam: {push: false}\n    - 2.bam: {cache: false}\n    - 3.bam: {persist: true}\n    - 4.bam\n',
  )
  const outputs = [1, 2, 3, 4].map((n) => `    - {path: ${n}.bam, hash: md5, md5: ${md5}}\n`)
  repository.write('p/dvc.lock', `schema: '2.0'\nstages:\n  s:\n    cmd: x\n    outs:\n${outputs.join('')}`)

  const address = `s3://lab/files/md5/${slashed(md5)}`
  const expected = {
    'pushed.bam': address,
    'kept.bam': 'kept.bam',
    'uncached.bam': 'uncached.bam',
    'import.bam': 'import.bam',
    'url.bam': address,
    'p/1.bam': 'p/1.bam',
    'p/2.bam': 'p/2.bam',
    'p/3.bam': address,
    'p/4.bam': address,
  }
  expect(await scanForFiles()).toEqual(expected)
  // Of files that have not changed, only what was saved is known.
  expect(await scanForFiles()).toEqual(expected)
})

test('no password comes into an address that holds a line separator', async () => {
  repository.write(
    '.dvc/config',
    '[core]\n    remote = lab\n[\'remote "lab"\']\n    url = "s3://lab?key=geheim\u2028geheim"\n',
  )
  const { md5 } = repository.add('A.bam', makeBam(['A']))
  expect(await scanForFiles()).toEqual({ 'A.bam': `s3://lab/files/md5/${slashed(md5)}` })
})

test('content is found in a cache elsewhere, in a remote that is a folder, and at its own path', async () => {
  const bam = makeBam(['A'])
  const [atPath, other] = [makeBam(['B']), makeBam(['C'])]
  const { md5 } = repository.add('A.bam', bam)
  repository.write(
    '.dvc/config',
    '[cache]\n    dir = ../shared\n[core]\n    remote = disk\n[\'remote "disk"\']\n    url = ../remote\n',
  )
  repository.write(`shared/files/md5/${slashed(md5)}`, bam)
  const b = repository.add('B.bam', atPath)
  const c = repository.add('C.bam', other)
  for (const kept of [b, c]) repository.remove(`.dvc/cache/files/md5/${slashed(kept.md5)}`)
  repository.write('B.bam', atPath)
  repository.write(`remote/files/md5/${slashed(c.md5)}`, other)
  repository.remove(`.dvc/cache/files/md5/${slashed(md5)}`)

  await scan()

  expect(await headersOf()).toEqual([
    ['A.bam', 'read', 'A'],
    ['B.bam', 'read', 'B'],
    ['C.bam', 'read', 'C'],
  ])
})

/** Writes a folder of DVC with one BAM file. Its content is not in the cache if `isHere` is false. */
function addFolder(relpath: string, content: Uint8Array, { isHere = true } = {}) {
  const { md5 } = repository.cache(content)
  if (!isHere) repository.remove(`.dvc/cache/files/md5/${slashed(md5)}`)
  const list = repository.cache(JSON.stringify([{ md5, relpath }]), { ending: '.dir' })
  repository.write('runs.dvc', `outs:\n- {md5: ${list.md5}, hash: md5, path: runs}\n`)
  return md5
}

test('a file of a folder that is still as it was is not read as the content that its new list names', async () => {
  const sample = await lab.addSample({ alias: 'EDTA-0001', name: 'NB-1' })
  const before = makeBam(['EDTA-0001'])
  const md5 = addFolder('lane7.bam', before)
  repository.write('runs/lane7.bam', before)
  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })

  // The middle of `dvc pull`: the list comes first.
  addFolder('lane7.bam', makeBam(['EDTA-0002']), { isHere: false })
  expect(await scan()).toMatchObject({ samplesLinked: 0 })

  expect(await headersOf()).toEqual([['runs/lane7.bam', 'absent']])
  expect((await lab.get('/samples/get', { id: sample.id })).json().sample).toMatchObject({
    bamFileUri: null,
    metadata: { bamMd5: md5, bamDoubt: 'runs/lane7.bam no longer names NB-1 (EDTA-0001)' },
  })
})

test('a file of a folder that is still as it was is not read once the content of its list is out of reach', async () => {
  const sample = await lab.addSample({ alias: 'EDTA-0006', name: 'NB-6' })
  const other = await lab.addSample({ alias: 'EDTA-0007', name: 'NB-7' })
  for (const before of [makeBam(['EDTA-0007']), makeBam(['EDTA-0007'], { contigs: 9 })]) {
    const content = makeBam(['EDTA-0006'])
    const md5 = addFolder('lane7.bam', content)
    repository.write('runs/lane7.bam', before)
    await scan()
    expect(await headersOf()).toEqual([['runs/lane7.bam', 'read', 'EDTA-0006']])

    // As if the cache is cleaned, although `dvc checkout` was never run.
    repository.remove(`.dvc/cache/files/md5/${slashed(md5)}`)
    for (let again = 0; again < 2; again += 1) expect(await scan()).toMatchObject({ totalErrors: 0 })

    expect(await headersOf()).toEqual([['runs/lane7.bam', 'read', 'EDTA-0006']])
    const { bamFileUri } = (await lab.get('/samples/get', { id: sample.id })).json().sample
    expect(bamFileUri).toBe('runs/lane7.bam')
    expect((await lab.get('/samples/get', { id: other.id })).json().sample.bamFileUri).toBeNull()
  }
})

test('a damaged file of a folder does not get the names of an earlier version that is still at its path', async () => {
  const before = makeBam(['EDTA-0008'])
  const md5 = addFolder('lane7.bam', new Uint8Array(before.length))
  repository.write('runs/lane7.bam', before)
  await scan()
  expect(await headersOf()).toEqual([['runs/lane7.bam', 'unusable']])

  repository.remove(`.dvc/cache/files/md5/${slashed(md5)}`)
  for (let again = 0; again < 2; again += 1) await scan()

  expect(await headersOf()).toEqual([['runs/lane7.bam', 'absent']])
})

test('a file whose size DVC states is read at its path also if it comes after the first scan', async () => {
  const content = makeBam(['EDTA-0009'])
  const { md5 } = repository.add('lane7.bam', content)
  repository.remove(`.dvc/cache/files/md5/${slashed(md5)}`)
  await scan()
  expect(await headersOf()).toEqual([['lane7.bam', 'absent']])

  repository.write('lane7.bam', content)
  await scan()

  expect(await headersOf()).toEqual([['lane7.bam', 'read', 'EDTA-0009']])
})

test('names that an earlier version read of a file at the path of another content are read again', async () => {
  const md5 = addFolder('lane7.bam', makeBam(['EDTA-0004']), { isHere: false })
  repository.write('runs/lane7.bam', makeBam(['EDTA-0003']))
  await scan()
  // As version v3 saved it.
  const signature = sql<string>`regexp_replace(signature, '^v\\d+', 'v3')`
  await lab.db.updateTable('dvc_file').set({ signature }).execute()
  await lab.db
    .updateTable('data_file')
    .set({ size: 9, header: 'read', object: 'path:9-x-y', sample_names: ['EDTA-0003'], needs_match: true })
    .execute()
  const sample = await lab.addSample({ alias: 'EDTA-0003' })

  expect(await scan()).toMatchObject({ samplesLinked: 0 })

  expect(await headersOf()).toEqual([['runs/lane7.bam', 'absent']])
  expect((await lab.get('/samples/get', { id: sample.id })).json().sample.bamFileUri).toBeNull()
  expect(await scanForFiles()).toEqual({ 'runs/lane7.bam': 'runs/lane7.bam' })
  expect(await lab.db.selectFrom('data_file').select(['md5', 'size']).execute()).toEqual([
    { md5, size: null },
  ])
})

test('such names are not kept either while the list of the folder is out of reach', async () => {
  addFolder('lane7.bam', makeBam(['EDTA-0004']), { isHere: false })
  repository.write('runs/lane7.bam', makeBam(['EDTA-0003']))
  await scan()
  await lab.db
    .updateTable('dvc_file')
    .set({ signature: sql<string>`regexp_replace(signature, '^v\\d+', 'v3')` })
    .execute()
  await lab.db
    .updateTable('data_file')
    .set({ size: 9, header: 'read', object: 'path:9-x-y', sample_names: ['EDTA-0003'], needs_match: true })
    .execute()
  const sample = await lab.addSample({ alias: 'EDTA-0003' })
  repository.remove('.dvc/cache/files/md5')

  expect(await scan()).toMatchObject({ samplesLinked: 0 })

  expect(await headersOf()).toEqual([['runs/lane7.bam', 'absent']])
  expect((await lab.get('/samples/get', { id: sample.id })).json().sample.bamFileUri).toBeNull()
})

test('content that is not on this machine is linked by its name, and judged when it comes', async () => {
  const sample = await lab.addSample({ alias: 'T0000001', name: 'NB-1' })
  const bam = makeBam(['SOMEBODY-ELSE'])
  const { md5 } = repository.add('T0000001.bam', bam)
  repository.remove(`.dvc/cache/files/md5/${slashed(md5)}`)
  expect(await scan()).toMatchObject({ samplesLinked: 1, totalErrors: 0 })

  repository.cache(bam)

  expect(await scan()).toMatchObject({ samplesLinked: 0 })
  expect(await messages()).toEqual([
    'T0000001.bam is linked to NB-1 (T0000001), and that link is in doubt: see the sample',
    'T0000001.bam is of NB-1 (T0000001) by its path, but of SOMEBODY-ELSE by its header',
  ])
  expect((await lab.get('/samples/get', { id: sample.id })).json().sample.bamFileUri).toBeNull()
})

test('a project within the repository has its own cache and remotes', async () => {
  repository.write('sub/.dvc/config', '[core]\n    remote = own\n[\'remote "own"\']\n    url = s3://own\n')
  const bam = makeBam(['A'])
  const { md5 } = repository.add('sub/x/A.bam', bam)
  repository.remove(`.dvc/cache/files/md5/${slashed(md5)}`)
  repository.write(`sub/.dvc/cache/files/md5/${slashed(md5)}`, bam)
  expect(await scanForFiles()).toEqual({ 'sub/x/A.bam': `s3://own/files/md5/${slashed(md5)}` })
  expect(await headersOf()).toEqual([['sub/x/A.bam', 'read', 'A']])
})

test('a remote that keeps files by path has those of a project within the repository by their path in the project', async () => {
  repository.write(
    'sub/.dvc/config',
    '[core]\nremote = own\n[\'remote "own"\']\nurl = s3://own\nversion_aware = true\n',
  )
  repository.add('sub/x/A.bam', makeBam(['A']))
  repository.add('sub/B.bam', makeBam(['B']), { path: '../B.bam' })
  expect(await scanForFiles()).toEqual({ 'sub/x/A.bam': 's3://own/x/A.bam', 'B.bam': 'B.bam' })
})

test('a remote within another has its address and its settings', async () => {
  const remote = (name: string, settings: string) => `['remote "${name}"']\n${settings}\n`
  repository.write(
    '.dvc/config',
    [
      remote('base', 'url = s3://lab/dvc'),
      remote('within', 'url = remote://base/bam'),
      remote('by-path', 'url = s3://lab/paths\nversion_aware = true'),
      remote('paths', 'url = remote://by-path/bam'),
      remote('twice', 'url = remote://within/x'),
      remote('disk', 'url = ../storage'),
      remote('folder', 'url = remote://disk/bam'),
      remote('unknown', 'url = remote://none/bam'),
      remote('round', 'url = remote://other/x'),
      remote('other', 'url = remote://round/x'),
    ].join(''),
  )
  const names = ['within', 'paths', 'twice', 'folder', 'unknown', 'round']
  const [kept] = names.map((name) => repository.add(`${name}.bam`, makeBam(['A']), { remote: name }))
  const md5 = kept?.md5 ?? ''
  repository.remove(`.dvc/cache/files/md5/${slashed(md5)}`)
  repository.write(`storage/bam/files/md5/${slashed(md5)}`, makeBam(['A']))

  expect(await scanForFiles()).toEqual({
    'within.bam': `s3://lab/dvc/bam/files/md5/${slashed(md5)}`,
    'paths.bam': 's3://lab/paths/bam/paths.bam',
    'twice.bam': `s3://lab/dvc/bam/x/files/md5/${slashed(md5)}`,
    'folder.bam': 'folder.bam',
    'unknown.bam': 'unknown.bam',
    'round.bam': 'round.bam',
  })
  expect(await headersOf()).toContainEqual(['folder.bam', 'read', 'A'])
  expect(await headersOf()).toContainEqual(['within.bam', 'absent'])
})

test('a checksum that looks like a number stays the text it is', async () => {
  const md5 = '12e45678901234567890123456789012'
  repository.write('A.bam.dvc', `outs:\n- md5: ${md5}\n  size: 5\n  hash: md5\n  path: A.bam\n`)
  await scan()
  expect(await lab.db.selectFrom('data_file').select(['md5', 'size']).execute()).toEqual([{ md5, size: 5 }])
})

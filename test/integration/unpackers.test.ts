import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeBundle } from '../../electron/exports/evidence/bundle.ts'
import { BundleRefused } from '../../electron/exports/evidence/bundle-refused.ts'
import { makeKey } from '../../electron/exports/evidence/sshsig.ts'
import { verifyBundle } from '../../electron/exports/evidence/verify.ts'
import { unzip } from '../../electron/exports/evidence/zip-read.ts'
import { bundleIn, CONTAINERS, FORGED, PARTYS, REPORT, type Bundle } from '../support/hostile-zips.ts'
import { random } from '../support/worlds/random.ts'
import { sha256, UNPACKERS, type Tree } from '../support/unpackers.ts'
import { sampleBook, sampleChoice } from '../unit/exports/evidence/sample.ts'

/** What other programs unpack from the containers that Meterbook refuses, and from those that it does not. */

let folder: string
let original: string
let bundle: Bundle
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'meterbook-unpackers-'))
  original = join(folder, 'original.zip')
  const book = sampleBook(folder)
  await writeBundle(book, sampleChoice, original, { version: '1', key: makeKey(), pdf: Buffer.from('%PDF-1.7 the report as it was made') })
  book.close()
  bundle = await bundleIn(original)
})
const seen: string[] = []
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
  console.info(seen.join('\n'))
})

const here = UNPACKERS.filter(({ isHere }) => isHere)

async function treesOf(file: string): Promise<Map<string, Tree>> {
  const trees = await Promise.all(here.map(async ({ name, unpack }) => [name, await unpack(file)] as const))
  return new Map(trees)
}

/** The files of the bundle, with a party's signature or without. */
const isGenuine = (tree: Tree): boolean =>
  [...bundle.files].every(([path, bytes]) => tree.get(path) === sha256(bytes)) &&
  [...tree].every(([path, sum]) => bundle.files.has(path) || (isPartys(path) && sum === sha256(bundle.partys)))
const isPartys = (path: string) => /^evidence\/tagmanifest-sha256\.txt\.[^/]+\.sig$/.test(path)

function called(tree: Tree): string {
  if (tree.size === 0) return 'nothing'
  if (isGenuine(tree)) return 'the bundle'
  if ([...tree.values()].includes(sha256(FORGED))) return tree.get(REPORT) === sha256(FORGED) ? 'FORGED REPORT' : 'forged, elsewhere'
  return [...bundle.files.keys()].every((path) => tree.has(path)) ? 'other files' : 'not all files'
}

const keyOf = (tree: Tree): string => JSON.stringify([...tree].toSorted())

/** Those that every machine for tests has: by these the containers were seen to be read in two ways. */
const KNOWN = ['yauzl', 'unzip', 'python', 'jar']

const isLong = process.env['METERBOOK_LONG'] === '1'
/**
 * Other containers are unpacked (METERBOOK_LONG) only for what is printed of them, and nothing is expected. That
 * Meterbook refuses each is a unit test (containers.test.ts).
 */
const EXPECTED = CONTAINERS.filter(({ says, differs }) => says === 'holds' || differs)

for (const { what, says, bytes, differs } of isLong ? CONTAINERS : EXPECTED) {
  test.skipIf(differs && KNOWN.some((name) => !here.some((one) => one.name === name)))(what, async () => {
    const file = join(folder, 'container.zip')
    writeFileSync(file, bytes(bundle))
    const trees = await treesOf(file)
    seen.push(`${what} (Meterbook: ${says}): ${[...trees].map(([name, tree]) => `${name} ${called(tree)}`).join(' · ')}`)
    if (says === 'holds') for (const [name, tree] of trees) expect([name, called(tree)]).toEqual([name, 'the bundle'])
    const different = new Set(KNOWN.flatMap((name) => [...(trees.get(name)?.size ? [keyOf(trees.get(name) as Tree)] : [])]))
    if (differs) expect(different.size).toBeGreaterThan(1)
  })
}

/** Ways in which people pack a folder anew, and put a signature into a ZIP that is there. */
const REPACKED: readonly (readonly [command: string, what: string, script: string])[] = [
  ['zip', 'packed by zip', 'zip -qr "$0" evidence'],
  ['zip', 'packed by zip, stored', 'zip -qr0 "$0" evidence'],
  ['zip', 'packed by zip without more fields', 'zip -qrX "$0" evidence'],
  ['zip', 'packed by zip in ZIP64', 'zip -qr -fz "$0" evidence'],
  ['zip', 'packed by zip into a pipe', 'zip -qr - evidence | cat > "$0"'],
  ['python3', 'packed by Python', 'python3 -m zipfile -c "$0" evidence'],
  ['python3', 'packed by Python into a pipe', 'python3 -m zipfile -c /dev/stdout evidence | cat > "$0"'],
  [
    'python3',
    'packed by shutil',
    "python3 -c \"import shutil, sys; shutil.make_archive(sys.argv[1][:-4], 'zip', '.', 'evidence')\" \"$0\"",
  ],
  ['jar', 'packed by jar', 'jar cfM "$0" evidence'],
  ['jar', 'packed by jar, stored', 'jar c0fM "$0" evidence'],
  ['7z', 'packed by 7z', '7z a -bd "$0" evidence'],
  ['bsdtar', 'packed by bsdtar, as Windows has it', 'bsdtar -a -cf "$0" evidence'],
  ['zip', 'a signature put in by zip', 'cp "$1" "$0"; zip -q "$0" "$2"'],
  [
    'python3',
    'a signature put in by Python',
    'cp "$1" "$0"; python3 -c "import sys, zipfile; zipfile.ZipFile(sys.argv[1], \'a\').write(sys.argv[2])" "$0" "$2"',
  ],
  ['jar', 'a signature put in by jar', 'cp "$1" "$0"; jar ufM "$0" "$2"'],
  ['7z', 'a signature put in by 7z', 'cp "$1" "$0"; 7z a -bd "$0" "$2"'],
]

for (const [index, [command, what, script]] of REPACKED.entries()) {
  const isHere = spawnSync(command, ['--help'], { stdio: 'ignore' }).error === undefined
  if (!isHere) process.stderr.write(`skipped: no ${command} on this machine, a bundle is not ${what}\n`)
  test.skipIf(!isHere)(`a bundle holds, ${what}`, async () => {
    const unpacked = join(folder, 'unpacked')
    for (const [path, bytes] of [...bundle.files, [PARTYS, bundle.partys] as const]) {
      mkdirSync(dirname(join(unpacked, path)), { recursive: true })
      writeFileSync(join(unpacked, path), bytes)
    }
    const file = join(folder, `${index}.zip`)
    const done = spawnSync('sh', ['-ec', script, file, original, PARTYS], { cwd: unpacked, encoding: 'utf8' })
    expect([done.status, done.stderr]).toEqual([0, ''])
    const { verification, close } = await verifyBundle(file, { version: '1' })
    await close()
    expect(verification).toMatchObject({ holds: true, changes: [], container: 'repacked', signatures: [{ holds: true }, { holds: true }] })
  })
}

const FLIPS = isLong ? 2000 : 200

test(`of ${FLIPS} changes of a byte between the data, those that Meterbook does not see are seen by no program`, async () => {
  const seed = 20261123
  const { int, pick } = random(seed)
  const allowed = CONTAINERS.filter(({ says }) => says === 'holds').map(({ bytes }) => bytes(bundle))
  let unseen = 0
  for (let flip = 0; flip < FLIPS; flip++) {
    const bytes = Buffer.from(pick(allowed))
    const at = pick(placesBetween(bytes))
    const was = bytes[at] as number
    bytes[at] = was ^ (1 << int(0, 7))
    const file = join(folder, 'flipped.zip')
    writeFileSync(file, bytes)
    const read = await unzipped(file)
    if (read === null || keyOf(read) !== keyOf(treeOfBundle(read))) continue
    unseen++
    for (const [name, tree] of await treesOf(file))
      expect({ seed, flip, at, was, name, tree: keyOf(tree) }).toEqual({ seed, flip, at, was, name, tree: keyOf(read) })
  }
  seen.push(`${FLIPS} bytes changed between the data: ${unseen} that make no difference to Meterbook make none to any program`)
})

/** What Meterbook takes out of a ZIP; null where it refuses it or cannot read all of it. */
async function unzipped(file: string): Promise<Tree | null> {
  const into = mkdtempSync(join(folder, 'unzipped-'))
  try {
    const { files } = await unzip(file, into)
    return files.some(({ sum }) => sum === null) ? null : new Map(files.map(({ path, sum }) => [path, sum as string]))
  } catch (error) {
    if (error instanceof BundleRefused) return null
    throw error
  } finally {
    rmSync(into, { recursive: true })
  }
}

const treeOfBundle = (read: Tree): Tree =>
  new Map([...bundle.files, ...(read.has(PARTYS) ? [[PARTYS, bundle.partys] as const] : [])].map(([path, bytes]) => [path, sha256(bytes)]))

/** Places of headers, of the directory and of the end. */
function placesBetween(bytes: Buffer): number[] {
  const places: number[] = []
  for (const [signature, length] of [
    ['PK\u0003\u0004', 60],
    ['PK\u0001\u0002', 100],
    ['PK\u0005\u0006', 22],
    ['PK\u0006\u0006', 76],
    ['PK\u0007\u0008', 16],
  ] as const)
    for (let at = bytes.indexOf(signature); at >= 0; at = bytes.indexOf(signature, at + 1))
      for (let place = at; place < Math.min(at + length, bytes.length); place++) places.push(place)
  return places
}
